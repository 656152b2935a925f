-- Uploads that come in pieces, over hours, in any order and through any node.
-- received_bytes, received_pieces: raised with each piece in its transaction, so that nobody ever has to count.
-- state: OPEN while pieces may come; DONE when it has become the file; ENDED when nobody wants it any more. The pieces of what is
-- not open are given back, some at a time.
create table upload_session (
  id uuid not null,
  user_id uuid not null,
  drive_id uuid not null,
  folder_id uuid not null,
  name text not null,
  media_type text,
  total_bytes bigint not null,
  piece_bytes bigint not null,
  received_bytes bigint default 0 not null,
  received_pieces integer default 0 not null,
  state varchar(16) not null,
  file_id uuid,
  expires_at timestamp(6) with time zone not null,
  constraint pk_upload_session primary key (id),
  constraint ck_upload_session_state check (state in ('OPEN', 'DONE', 'ENDED')),
  constraint ck_upload_session_bytes check (total_bytes > 0 and piece_bytes > 0 and received_bytes <= total_bytes));
-- what a drive has promised
create index ix_upload_session_drive on upload_session (drive_id, state);
-- what is over
create index ix_upload_session_due on upload_session (expires_at);

-- A piece that has come: a content of the store, to which the row holds a reference.
create table upload_piece (
  session_id uuid not null,
  number integer not null,
  content bytea not null,
  size bigint not null,
  constraint pk_upload_piece primary key (session_id, number),
  constraint fk_upload_piece_session foreign key (session_id) references upload_session (id),
  constraint ck_upload_piece_content check (octet_length(content) = 32));
-- who shows a content: the check of the store
create index ix_upload_piece_content on upload_piece (content);
