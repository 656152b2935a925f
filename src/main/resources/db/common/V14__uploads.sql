-- What an account has sent or announced and that is no file yet; a row for each account that ever had some.
create table held_bytes (
  account_id uuid not null,
  bytes bigint not null constraint ck_held_bytes_bytes check (bytes >= 0),
  constraint pk_held_bytes primary key (account_id));

-- Chunks that an account has sent for a file that is still to be put together. For that time they stay, and only that
-- account may use them.
create table pending_chunk (
  account_id uuid not null,
  digest bytea not null,
  size integer not null constraint ck_pending_chunk_size check (size > 0),
  until timestamp(6) with time zone not null,
  constraint pk_pending_chunk primary key (account_id, digest),
  constraint fk_pending_chunk_chunk foreign key (digest) references chunk (digest));
create index ix_pending_chunk_digest on pending_chunk (digest);
create index ix_pending_chunk_until on pending_chunk (until);

-- The manifests by their chunks: who has a content may have files made of its chunks.
create table chunk_holder (
  digest bytea not null,
  content bytea not null,
  constraint pk_chunk_holder primary key (digest, content));
