-- Secrets that the product makes for itself, once for each database, sealed under the master key.
create table own_secret (
  name text not null,
  sealed bytea not null,
  constraint pk_own_secret primary key (name));
