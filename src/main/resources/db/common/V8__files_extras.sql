-- What hangs on files and folders: locks, dead properties, favorites, what was opened last.

-- A write lock (RFC 4918 section 6), in force until expires_at by the clock of the database.
-- lineage: that of the node, which keeps it while it is locked; id: the token without its scheme.
create table file_lock (
  id uuid not null,
  node_id uuid not null,
  lineage bytea not null,
  holder uuid not null,
  kind varchar(16) not null constraint ck_file_lock_kind check (kind in ('EXCLUSIVE', 'SHARED')),
  deep boolean not null,
  owner_text text not null,
  expires_at timestamp(6) with time zone not null,
  constraint pk_file_lock primary key (id),
  constraint fk_file_lock_node foreign key (node_id) references node (id) on delete cascade,
  constraint fk_file_lock_holder foreign key (holder) references cloud_user (id) on delete cascade);

-- those on a node and on the folders above it
create index ix_file_lock_node on file_lock (node_id);
-- those inside a folder
create index ix_file_lock_lineage on file_lock (lineage);
create index ix_file_lock_holder on file_lock (holder);
create index ix_file_lock_expires on file_lock (expires_at);

-- What clients keep about a node in properties of their own (RFC 4918 section 4.2). markup: the whole element.
create table dead_property (
  node_id uuid not null,
  namespace text not null,
  name text not null,
  markup text not null,
  constraint pk_dead_property primary key (node_id, namespace, name),
  constraint fk_dead_property_node foreign key (node_id) references node (id) on delete cascade);

-- What a user marked, and when.
create table favorite (
  user_id uuid not null,
  node_id uuid not null,
  at timestamp(6) with time zone not null,
  constraint pk_favorite primary key (user_id, node_id),
  constraint fk_favorite_user foreign key (user_id) references cloud_user (id) on delete cascade,
  constraint fk_favorite_node foreign key (node_id) references node (id) on delete cascade);
-- with a node its marks go
create index ix_favorite_node on favorite (node_id);

-- What a user opened last, and when.
create table recent (
  user_id uuid not null,
  node_id uuid not null,
  at timestamp(6) with time zone not null,
  constraint pk_recent primary key (user_id, node_id),
  constraint fk_recent_user foreign key (user_id) references cloud_user (id) on delete cascade,
  constraint fk_recent_node foreign key (node_id) references node (id) on delete cascade);
create index ix_recent_node on recent (node_id);
