-- A client can set the times of a node: a change like any other in the history of its folder.
alter table node_revision drop constraint ck_node_revision_kind;
alter table node_revision add constraint ck_node_revision_kind
  check (kind in ('CREATED', 'WRITTEN', 'TOUCHED', 'ARRIVED', 'LEFT', 'TRASHED', 'RESTORED'));
