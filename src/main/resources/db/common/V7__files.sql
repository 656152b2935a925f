-- Files and folders, and the history of each folder.

-- lineage: the ids from the drive's root down to the node itself, 16 bytes each; a subtree is a range of it.
-- trashed_under: the node whose deletion hid this one, itself or a folder above; null while it can be seen.
-- changes: of a folder, the number of its newest row in node_revision.
-- below: of a folder, raised when something changed deeper in it; changes + below is the version of the whole tree.
create table node (
  id uuid not null,
  parent_id uuid,
  kind varchar(16) not null,
  name text not null,
  sort_key bytea not null,
  lineage bytea not null,
  content bytea,
  size bigint not null,
  media_type text,
  changes bigint not null,
  below bigint default 0 not null,
  created_at timestamp(6) with time zone not null,
  created_by uuid,
  modified_at timestamp(6) with time zone not null,
  modified_by uuid,
  trashed_under uuid,
  version bigint not null,
  live_name text generated always as (case when trashed_under is null then name else null end) ${stored},
  constraint pk_node primary key (id),
  constraint uq_node_live unique (parent_id, live_name),
  constraint ck_node_kind check (kind in ('FILE', 'FOLDER')),
  constraint ck_node_content check ((kind = 'FILE' and octet_length(content) = 32) or (kind = 'FOLDER' and content is null)));

-- a page of a listing
create index ix_node_page on node (parent_id, sort_key, id);
-- all below a folder: copy, move, trash, purge
create index ix_node_lineage on node (lineage);
-- who shows a content: the check of the store
create index ix_node_content on node (content);

-- What happened in a folder, in the order of the commits: history, change log and source of versions in one.
-- content: what the node held from then on, if that is what changed; holds a reference of the content store.
create table node_revision (
  folder_id uuid not null,
  number bigint not null,
  node_id uuid not null,
  kind varchar(16) not null,
  name text not null,
  content bytea,
  size bigint,
  actor uuid,
  at timestamp(6) with time zone not null,
  constraint pk_node_revision primary key (folder_id, number),
  constraint ck_node_revision_kind check (kind in ('CREATED', 'WRITTEN', 'ARRIVED', 'LEFT', 'TRASHED', 'RESTORED')),
  constraint ck_node_revision_content check (content is null or octet_length(content) = 32));

-- Changes that the folders further up have not heard of.
create table tree_change (
  folder_id uuid not null,
  number bigint not null,
  constraint pk_tree_change primary key (folder_id, number));
create index ix_node_revision_content on node_revision (content);
-- the contents that a node ever held
create index ix_node_revision_node on node_revision (node_id);

-- What somebody deleted, one row for each deed; what lay in it at the time has trashed_under.
-- doomed: deleted for good. Nobody gets it back, and its nodes go one batch after the other, itself last.
create table trash_entry (
  node_id uuid not null,
  drive_id uuid not null,
  trashed_at timestamp(6) with time zone not null,
  trashed_by uuid,
  doomed boolean not null,
  constraint pk_trash_entry primary key (node_id));
-- a page of a drive's trash, and what is due in it
create index ix_trash_entry_page on trash_entry (drive_id, trashed_at, node_id);
