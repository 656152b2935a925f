-- What administrators let the store do in the background, one row for each kind of work, which is never deleted.
-- source, target: where contents move from and to; for new keys, target is the id of the key. run: grows with each start.
-- reached: digest of the last chunk that is done. whole: of a check, whether blobs are read; of a sweep, whether it waits for
-- nothing. confirmed: nodes may do without the source. worked_ms: time at work. note: what holds it up.
create table storage_job (
  kind varchar(16) not null constraint ck_storage_job_kind check (kind in ('MOVE', 'REKEY', 'CHECK', 'SWEEP')),
  status varchar(16) not null
    constraint ck_storage_job_status check (status in ('IDLE', 'RUNNING', 'PAUSED', 'COMPLETED', 'FAILED')),
  source text,
  target text,
  whole boolean default false not null,
  confirmed boolean default false not null,
  concurrency integer default 4 not null,
  run bigint default 0 not null,
  reached bytea,
  total bigint default 0 not null,
  seen bigint default 0 not null,
  done bigint default 0 not null,
  done_bytes bigint default 0 not null,
  worked_ms bigint default 0 not null,
  note text,
  started_at timestamp(6) with time zone,
  ended_at timestamp(6) with time zone,
  constraint pk_storage_job primary key (kind));
insert into storage_job (kind, status) values ('MOVE', 'IDLE'), ('REKEY', 'IDLE'), ('CHECK', 'IDLE'), ('SWEEP', 'IDLE');

-- What a job could not do, or found.
create table storage_job_problem (
  kind varchar(16) not null,
  number integer not null,
  what text not null,
  about text not null,
  constraint pk_storage_job_problem primary key (kind, number));

-- The nodes that run, and what they know of a move: to_target once new blobs go to the target there.
create table storage_node (
  id uuid not null,
  place text not null,
  target text,
  key_id text,
  to_target boolean not null,
  seen_at timestamp(6) with time zone not null,
  constraint pk_storage_node primary key (id));
