-- Drives. A drive's root folder bears the same id, so that there is no reference to it.

create table drive (
  id uuid not null,
  kind varchar(8) not null constraint ck_drive_kind check (kind in ('PERSONAL', 'SHARED')),
  name text not null,
  -- whose default personal drive it is
  default_for uuid,
  quota_bytes bigint,
  used_bytes bigint default 0 not null,
  policies text not null,
  created_at timestamp(6) with time zone not null,
  updated_at timestamp(6) with time zone not null,
  version bigint not null,
  constraint pk_drive primary key (id),
  constraint uq_drive_default_for unique (default_for),
  -- an account takes its drive along, or does not go
  constraint fk_drive_default_for foreign key (default_for) references cloud_user (id),
  constraint ck_drive_default_for check (default_for is null or kind = 'PERSONAL'),
  constraint ck_drive_quota check (quota_bytes is null or (kind = 'SHARED' and quota_bytes >= 0))
);
