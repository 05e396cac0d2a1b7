/**
 * What of the machine directory changed last, and with which number of `directory_version`: a process reads what is newer than what it
 * knows, and not everything. There is one row for each client, machine type, machine, device and list of recipes that was ever changed;
 * a row that is deleted for good stays in it. Beside it, each process notes how far its clock is off.
 */
export const directoryChanges = {
  version: 4,
  name: 'changes of the directory',
  sql: `
create table directory_change (
  kind text not null check (kind in ('client', 'machineType', 'machine', 'device', 'recipe')),
  -- Of a recipe: that of its client.
  id integer not null,
  version bigint not null,
  primary key (kind, id)
);
create index directory_change_version on directory_change (version);

-- The statement raises the number after its last row. The lock keeps the numbers of two transactions in the order of their commits, so
-- that nothing with a smaller number appears after a larger one was read. The columns that name a row never change.
create function note_directory_change() returns trigger language plpgsql as $$
declare
  changed jsonb;
begin
  if tg_op = 'DELETE' then
    changed := to_jsonb(old);
  else
    changed := to_jsonb(new);
  end if;
  insert into directory_change (kind, id, version)
    select tg_argv[0], (changed ->> tg_argv[1])::integer, current.version + 1
    from directory_version as current for update
    on conflict (kind, id) do update set version = excluded.version;
  return null;
end $$;

create trigger note_directory_change after insert or update or delete on client
  for each row execute function note_directory_change('client', 'id');
create trigger note_directory_change after insert or update or delete on machine_type
  for each row execute function note_directory_change('machineType', 'id');
create trigger note_directory_change after insert or update or delete on machine
  for each row execute function note_directory_change('machine', 'id');
create trigger note_directory_change after insert or update or delete on machine_opcua
  for each row execute function note_directory_change('machine', 'machine_id');
create trigger note_directory_change after insert or update or delete on product_recipe
  for each row execute function note_directory_change('recipe', 'client_id');
-- When it was last seen is no change of a device.
create trigger note_directory_change after insert or delete or update of
    client_id, name, every_machine, enabled, deleted_at on device
  for each row execute function note_directory_change('device', 'id');
create trigger note_directory_change after insert or update or delete on device_token
  for each row execute function note_directory_change('device', 'device_id');
create trigger note_directory_change after insert or update or delete on device_machine
  for each row execute function note_directory_change('device', 'device_id');

-- By how many milliseconds the clock of a process is ahead of that of the database.
alter table cluster_process add column clock_ms double precision not null default 0;
`,
}
