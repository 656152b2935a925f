-- Ground of the database package: what several nodes share through rows.

create table lease (
  name text not null,
  holder uuid not null,
  expires_at timestamp(6) with time zone not null,
  constraint pk_lease primary key (name));
