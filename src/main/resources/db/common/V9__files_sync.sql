-- What clients that keep copies of folders ask of the history.

-- pruned_to: of a folder, up to this number its history has lost the rows without content.
alter table node add column pruned_to bigint default 0 not null;

-- of_folder: what the change is of is a folder; asked when it is gone.
alter table node_revision add column of_folder boolean default false not null;

-- the last change of a name
create index ix_node_revision_name on node_revision (folder_id, name, number);
-- what is old enough to go
create index ix_node_revision_at on node_revision (at);
