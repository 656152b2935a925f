-- Who may do what: one role per subject and resource.

create table role_grant (
  id uuid not null,
  subject_kind varchar(8) not null constraint ck_role_grant_subject check (subject_kind in ('USER', 'GROUP')),
  subject_id uuid not null,
  resource_kind varchar(8) not null
    constraint ck_role_grant_resource check (resource_kind in ('DRIVE', 'FOLDER', 'FILE')),
  resource_id uuid not null,
  role_name varchar(16) not null
    constraint ck_role_grant_role check (role_name in ('VIEWER', 'COMMENTER', 'CONTRIBUTOR', 'EDITOR', 'OWNER')),
  -- a fact, not a reference: who gave it may be gone; null is the product itself
  granted_by uuid,
  granted_at timestamp(6) with time zone not null,
  expires_at timestamp(6) with time zone,
  constraint pk_role_grant primary key (id),
  -- begins with the subject: also serves "everything these subjects hold"
  constraint uq_role_grant unique (subject_id, resource_id, subject_kind, resource_kind)
);
-- the grants on one resource
create index ix_role_grant_resource on role_grant (resource_id);
-- what somebody gave, the newest first
create index ix_role_grant_giver on role_grant (granted_by, granted_at);
