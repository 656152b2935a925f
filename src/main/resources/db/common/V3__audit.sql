-- Who did what. Rows are added and read, never changed.
create table audit_event (
  id uuid not null,
  at timestamp(6) with time zone not null,
  actor_kind varchar(16) not null constraint ck_audit_event_actor_kind check (actor_kind in ('USER', 'JOB', 'ANONYMOUS')),
  actor_id uuid,
  job text,
  event ${text_c} not null,
  details text not null,
  constraint pk_audit_event primary key (id));
create index ix_audit_event_at on audit_event (at, id);
create index ix_audit_event_actor on audit_event (actor_id, at, id);
