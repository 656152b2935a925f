-- The content store; docs/storage.md says how the rows work together.

-- One row for each distinct content. chunks: for each chunk in order its digest (32 bytes), size and life (4 bytes each,
-- big-endian). refs: files and versions that have this content. marked_at: seen without references since.
-- made_at: for the check of the store, which has to find those that came while it counted.
create table manifest (
  digest bytea not null constraint ck_manifest_digest check (octet_length(digest) = 32),
  size bigint not null constraint ck_manifest_size check (size >= 0),
  crc32 integer not null,
  chunks bytea not null,
  refs bigint not null constraint ck_manifest_refs check (refs >= 0),
  marked_at timestamp(6) with time zone,
  made_at timestamp(6) with time zone not null,
  constraint pk_manifest primary key (digest));
create index ix_manifest_unused on manifest (refs, marked_at);
create index ix_manifest_made on manifest (made_at, digest);

-- One row for each distinct chunk, there before its blob is. refs: manifests that hold it.
-- durable: its bytes are known to be on stable storage.
create table chunk (
  digest bytea not null constraint ck_chunk_digest check (octet_length(digest) = 32),
  life integer not null,
  size integer not null constraint ck_chunk_size check (size > 0),
  refs bigint not null constraint ck_chunk_refs check (refs >= 0),
  durable boolean not null,
  marked_at timestamp(6) with time zone,
  constraint pk_chunk primary key (digest),
  constraint ck_chunk_durable check (durable or refs = 0));
create index ix_chunk_unused on chunk (refs, marked_at);

-- A running upload, and the chunks it holds meanwhile.
create table chunk_lease (
  id uuid not null,
  renewed_at timestamp(6) with time zone not null,
  constraint pk_chunk_lease primary key (id));
create index ix_chunk_lease_renewed on chunk_lease (renewed_at);
create table chunk_pin (
  lease_id uuid not null,
  digest bytea not null,
  constraint pk_chunk_pin primary key (lease_id, digest),
  constraint fk_chunk_pin_lease foreign key (lease_id) references chunk_lease (id) on delete cascade,
  constraint fk_chunk_pin_chunk foreign key (digest) references chunk (digest));
create index ix_chunk_pin_digest on chunk_pin (digest);

-- Blobs without a row in chunk any more, to be deleted from the backend.
create table chunk_removal (
  digest bytea not null,
  life integer not null,
  constraint pk_chunk_removal primary key (digest, life));
