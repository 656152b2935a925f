-- Who is at work on a piece (number from 0) or on the whole (-1) of a session. By the clock of the database: a claim whose holder
-- is gone ends by itself.
create table upload_claim (
  session_id uuid not null,
  number integer not null,
  holder uuid not null,
  until timestamp(6) with time zone not null,
  constraint pk_upload_claim primary key (session_id, number),
  constraint fk_upload_claim_session foreign key (session_id) references upload_session (id) on delete cascade,
  constraint ck_upload_claim_number check (number >= -1));

-- Bytes that came for a session and were not kept.
alter table upload_session add column wasted_bytes bigint default 0 not null;
