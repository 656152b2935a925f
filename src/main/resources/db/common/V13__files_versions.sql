-- label: of a change that gave a file new bytes, what somebody called this version.
alter table node_revision add column label text;
