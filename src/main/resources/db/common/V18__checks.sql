-- H2 2.4 evaluates "in" of a check with the session that made the constraint, and fails once that one has ended. No later
-- version is durable (docs/decisions/0007-h2-2.4.md), so checks of values say "= any (array[..])".
alter table work drop constraint ck_work_state;
alter table work add constraint ck_work_state check (state = any (array['WAITING', 'POISON']));
alter table change_entry drop constraint ck_change_entry_kind;
alter table change_entry add constraint ck_change_entry_kind check (kind = any (array['CREATED', 'UPDATED', 'DELETED']));
alter table cloud_user drop constraint ck_cloud_user_role;
alter table cloud_user add constraint ck_cloud_user_role check (user_role = any (array['ADMIN', 'USER']));
alter table audit_event drop constraint ck_audit_event_actor_kind;
alter table audit_event add constraint ck_audit_event_actor_kind
  check (actor_kind = any (array['USER', 'JOB', 'ANONYMOUS']));
alter table role_grant drop constraint ck_role_grant_subject;
alter table role_grant add constraint ck_role_grant_subject check (subject_kind = any (array['USER', 'GROUP']));
alter table role_grant drop constraint ck_role_grant_resource;
alter table role_grant add constraint ck_role_grant_resource
  check (resource_kind = any (array['DRIVE', 'FOLDER', 'FILE']));
alter table role_grant drop constraint ck_role_grant_role;
alter table role_grant add constraint ck_role_grant_role
  check (role_name = any (array['VIEWER', 'COMMENTER', 'CONTRIBUTOR', 'EDITOR', 'OWNER']));
alter table drive drop constraint ck_drive_kind;
alter table drive add constraint ck_drive_kind check (kind = any (array['PERSONAL', 'SHARED']));
alter table node drop constraint ck_node_kind;
alter table node add constraint ck_node_kind check (kind = any (array['FILE', 'FOLDER']));
alter table node_revision drop constraint ck_node_revision_kind;
alter table node_revision add constraint ck_node_revision_kind
  check (kind = any (array['CREATED', 'WRITTEN', 'TOUCHED', 'ARRIVED', 'LEFT', 'TRASHED', 'RESTORED']));
alter table file_lock drop constraint ck_file_lock_kind;
alter table file_lock add constraint ck_file_lock_kind check (kind = any (array['EXCLUSIVE', 'SHARED']));
alter table upload_session drop constraint ck_upload_session_state;
alter table upload_session add constraint ck_upload_session_state check (state = any (array['OPEN', 'DONE', 'ENDED']));
alter table storage_job drop constraint ck_storage_job_kind;
alter table storage_job add constraint ck_storage_job_kind
  check (kind = any (array['MOVE', 'REKEY', 'CHECK', 'SWEEP']));
alter table storage_job drop constraint ck_storage_job_status;
alter table storage_job add constraint ck_storage_job_status
  check (status = any (array['IDLE', 'RUNNING', 'PAUSED', 'COMPLETED', 'FAILED']));
