-- Who: users, groups, sessions, app passwords, and what was tried too often.

-- One row: the set-up of the first administrator, claimed once for ever.
create table setup_claim (
  id smallint not null constraint ck_setup_claim_one check (id = 1),
  claimed_at timestamp(6) with time zone not null,
  constraint pk_setup_claim primary key (id)
);

create table cloud_user (
  id uuid not null,
  username text,
  username_key ${text_c},
  email text not null,
  email_key ${text_c} not null,
  password_hash text,
  user_role varchar(16) not null constraint ck_cloud_user_role check (user_role in ('ADMIN', 'USER')),
  active boolean not null,
  external boolean not null,
  second_factor boolean default false not null,
  sso_only boolean default false not null,
  quota_bytes bigint not null constraint ck_cloud_user_quota check (quota_bytes >= 0),
  -- raised by whatever makes remembered verdicts on the user's passwords worthless
  credential_stamp bigint default 0 not null,
  email_verified_at timestamp(6) with time zone,
  created_at timestamp(6) with time zone not null,
  updated_at timestamp(6) with time zone not null,
  last_login_at timestamp(6) with time zone,
  version bigint not null,
  constraint pk_cloud_user primary key (id),
  constraint uq_cloud_user_username unique (username_key),
  constraint uq_cloud_user_email unique (email_key),
  constraint ck_cloud_user_external check (not external or user_role = 'USER')
);
-- the page of the list of users; the last active administrator
create index ix_cloud_user_page on cloud_user (created_at, id);
create index ix_cloud_user_role on cloud_user (user_role, active);

create table user_group (
  id uuid not null,
  name text not null,
  name_key ${text_c} not null,
  description text,
  is_virtual boolean not null,
  created_at timestamp(6) with time zone not null,
  updated_at timestamp(6) with time zone not null,
  version bigint not null,
  constraint pk_user_group primary key (id),
  constraint uq_user_group_name unique (name_key)
);
-- every user who is not external belongs to it, without a row; also the row that changes of the nesting lock
insert into user_group (id, name, name_key, description, is_virtual, created_at, updated_at, version)
values ('00000000-0000-0000-0000-000000000001', 'Internal', 'internal', 'All users who are not external', true,
        current_timestamp, current_timestamp, 0);

create table group_user (
  group_id uuid not null,
  user_id uuid not null,
  constraint pk_group_user primary key (group_id, user_id),
  constraint fk_group_user_group foreign key (group_id) references user_group (id) on delete cascade,
  constraint fk_group_user_user foreign key (user_id) references cloud_user (id) on delete cascade
);
create index ix_group_user_user on group_user (user_id, group_id);

create table group_nesting (
  parent_id uuid not null,
  child_id uuid not null,
  constraint pk_group_nesting primary key (parent_id, child_id),
  constraint fk_group_nesting_parent foreign key (parent_id) references user_group (id) on delete cascade,
  constraint fk_group_nesting_child foreign key (child_id) references user_group (id) on delete cascade,
  constraint ck_group_nesting_self check (parent_id <> child_id)
);
create index ix_group_nesting_child on group_nesting (child_id, parent_id);

create table app_password (
  id uuid not null,
  user_id uuid not null,
  label text not null,
  prefix ${text_c} not null,
  password_hash text not null,
  scopes text not null,
  created_at timestamp(6) with time zone not null,
  expires_at timestamp(6) with time zone,
  last_used_at timestamp(6) with time zone,
  constraint pk_app_password primary key (id),
  constraint uq_app_password_prefix unique (user_id, prefix),
  constraint fk_app_password_user foreign key (user_id) references cloud_user (id) on delete cascade
);
create index ix_app_password_user on app_password (user_id, created_at, id);

-- One row per sign-in. A revoked one stays until its last access token is dead.
create table sign_in_session (
  id uuid not null,
  user_id uuid not null,
  address text not null,
  user_agent text,
  created_at timestamp(6) with time zone not null,
  expires_at timestamp(6) with time zone not null,
  revoked_at timestamp(6) with time zone,
  constraint pk_sign_in_session primary key (id),
  constraint fk_sign_in_session_user foreign key (user_id) references cloud_user (id) on delete cascade
);
create index ix_sign_in_session_user on sign_in_session (user_id);
create index ix_sign_in_session_expiry on sign_in_session (expires_at);

-- The rotating tokens of a session: one unused, the used ones kept to notice that one comes again.
create table refresh_token (
  token_hash bytea not null constraint ck_refresh_token_hash check (octet_length(token_hash) = 32),
  session_id uuid not null,
  expires_at timestamp(6) with time zone not null,
  used_at timestamp(6) with time zone,
  constraint pk_refresh_token primary key (token_hash),
  constraint fk_refresh_token_session foreign key (session_id) references sign_in_session (id) on delete cascade
);
create index ix_refresh_token_session on refresh_token (session_id);
create index ix_refresh_token_expiry on refresh_token (expires_at);

-- Keys that sign access tokens, sealed under the master key. The one with the highest number signs.
create table signing_key (
  id uuid not null,
  number bigint not null,
  sealed bytea not null,
  created_at timestamp(6) with time zone not null,
  constraint pk_signing_key primary key (id),
  constraint uq_signing_key_number unique (number)
);

-- Fixed windows: how often something was done from one network in one stretch of time.
create table rate_window (
  id ${text_c} not null,
  hits bigint not null,
  expires_at timestamp(6) with time zone not null,
  constraint pk_rate_window primary key (id)
);
create index ix_rate_window_expiry on rate_window (expires_at);

-- Failed sign-ins, by account and network, and by the very credentials that were tried.
create table sign_in_block (
  id ${text_c} not null,
  account ${text_c} not null,
  network text not null,
  failures int not null,
  blocked_until timestamp(6) with time zone,
  expires_at timestamp(6) with time zone not null,
  constraint pk_sign_in_block primary key (id)
);
create index ix_sign_in_block_account on sign_in_block (account);
create index ix_sign_in_block_expiry on sign_in_block (expires_at);
