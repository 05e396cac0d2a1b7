/**
 * Settings with a date that are of a client: by which rules its figures are (D111, D114). Clients that there are have the revised rules
 * from the next minute on, so that no figure of before moves; a new client begins with them.
 */
export const clientSettings = {
  version: 13,
  name: 'settings of clients with a date',
  sql: `
alter table dated_setting drop constraint dated_setting_kind_check, add constraint dated_setting_kind_check check (
  kind in ('targetSpeed', 'holdLimit', 'designSpeed', 'stopThreshold', 'category', 'line', 'rules'));
alter table dated_setting drop constraint dated_setting_of, add constraint dated_setting_of check (
  case
    when kind = 'rules' then client_id is not null and valid_wall is null and num_nonnulls(machine_type_id, machine_id) = 0
    when client_id is null then
      machine_type_id is not null and machine_id is null and valid_from is null and kind not in ('targetSpeed', 'line')
    when kind = 'targetSpeed' then
      valid_wall is null and num_nonnulls(machine_type_id, machine_id) <= 1 and num_nonnulls(product, machine_id) >= 1
    else valid_wall is null and machine_type_id is null and machine_id is not null
  end);
alter table dated_setting drop constraint dated_setting_value, add constraint dated_setting_value check (
  case
    when kind = 'rules' then value <@ '["earlier", "revised"]' and jsonb_typeof(value) = 'string'
    when jsonb_typeof(value) = 'null' then true
    when kind = 'category' then
      value <@ '["run", "alarm", "idle", "ancillary", "unknown", "runWhileCounting"]' and jsonb_typeof(value) = 'string'
    when jsonb_typeof(value) <> 'number' then false
    when kind = 'holdLimit' then value::numeric between 1000 and 86400000 and value::numeric = floor(value::numeric)
    when kind = 'stopThreshold' then value::numeric between 10 and 3600 and value::numeric = floor(value::numeric)
    else value::numeric > 0
  end);

-- An entry is a change of what it is about; what a new client begins with is none.
create or replace function note_dated_setting() returns trigger language plpgsql as $$
begin
  if new.product is not null then
    insert into directory_change (kind, id, version)
      select 'recipe', new.client_id, current.version + 1 from directory_version as current for update
      on conflict (kind, id) do update set version = excluded.version;
  elsif new.machine_id is not null then
    update machine set version = version + 1 where id = new.machine_id;
  elsif new.machine_type_id is not null then
    update machine_type set version = version + 1 where id = new.machine_type_id;
  elsif new.valid_from is not null then
    update client set version = version + 1 where id = new.client_id;
  end if;
  return null;
end $$;

insert into dated_setting (client_id, kind, value, valid_from, entered_at)
  select id, 'rules', '"revised"', date_trunc('minute', now()) + interval '1 minute', now() from client order by id;
`,
}
