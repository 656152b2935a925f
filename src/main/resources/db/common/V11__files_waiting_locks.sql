-- a lock whose file was moved away: it is kept on the folder, for what takes the file's name there
alter table file_lock add column waits_for text;
alter table file_lock add column goes_on_until timestamp(6) with time zone;
