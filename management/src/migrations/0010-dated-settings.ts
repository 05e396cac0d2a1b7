/**
 * Settings that move figures have a date (D98): one list of entries that is only ever added to. What there was is valid from the beginning,
 * so that no figure moves. The columns and the table that held it are gone.
 */
export const datedSettings = {
  version: 10,
  name: 'settings with a date',
  sql: `
create table dated_setting (
  id integer generated always as identity primary key,
  -- Null: of a machine type, for all clients.
  client_id integer references client on delete cascade,
  machine_type_id integer references machine_type on delete cascade,
  machine_id integer,
  kind text not null check (kind in ('targetSpeed', 'holdLimit', 'designSpeed', 'stopThreshold', 'category', 'line')),
  -- Of a target speed; null: of every product that has none of its own.
  product text check (btrim(product) <> ''),
  -- Of a category: the code of the state.
  code integer,
  -- Packs per minute, ms of a hold limit, seconds of a threshold, a category, the number of a line. JSON null: none of its own from then on.
  value jsonb not null,
  -- Both null: from the beginning. Of a machine type: what the clocks of each client show.
  valid_from timestamptz check (extract(epoch from valid_from)::bigint % 60 = 0 and valid_from = date_trunc('second', valid_from)),
  valid_wall timestamp check (valid_wall = date_trunc('minute', valid_wall)),
  entered_at timestamptz not null,
  -- Null where a step of the schema did, or the account is gone.
  entered_by integer references user_account on delete set null,
  reason text not null default '' check (length(reason) <= 200),
  foreign key (machine_id, client_id) references machine (id, client_id) on delete cascade,
  constraint dated_setting_of check (
    case
      when client_id is null then
        machine_type_id is not null and machine_id is null and valid_from is null and kind not in ('targetSpeed', 'line')
      when kind = 'targetSpeed' then
        valid_wall is null and num_nonnulls(machine_type_id, machine_id) <= 1 and num_nonnulls(product, machine_id) >= 1
      else valid_wall is null and machine_type_id is null and machine_id is not null
    end),
  constraint dated_setting_product check (product is null or kind = 'targetSpeed'),
  constraint dated_setting_code check ((code is not null) = (kind = 'category')),
  constraint dated_setting_value check (
    case
      when jsonb_typeof(value) = 'null' then true
      when kind = 'category' then
        value <@ '["run", "alarm", "idle", "ancillary", "unknown", "runWhileCounting"]' and jsonb_typeof(value) = 'string'
      when jsonb_typeof(value) <> 'number' then false
      when kind = 'holdLimit' then value::numeric between 1000 and 86400000 and value::numeric = floor(value::numeric)
      when kind = 'stopThreshold' then value::numeric between 10 and 3600 and value::numeric = floor(value::numeric)
      else value::numeric > 0
    end)
);

insert into dated_setting (machine_type_id, kind, value, entered_at)
  select id, 'holdLimit', to_jsonb(hold_ms), now() from machine_type where hold_ms <> 90000 order by id;
insert into dated_setting (machine_type_id, kind, value, entered_at)
  select id, 'designSpeed', to_jsonb(design_ppm), now() from machine_type where design_ppm is not null order by id;
insert into dated_setting (machine_type_id, kind, code, value, entered_at)
  select id, 'category', one.key::integer, one.value, now()
  from machine_type, jsonb_each(categories) as one where jsonb_typeof(one.value) = 'string' order by id, one.key::integer;
insert into dated_setting (machine_type_id, kind, value, valid_wall, entered_at, entered_by)
  select machine_type_id, 'stopThreshold', to_jsonb(value::integer), valid_from::timestamp, set_at, set_by
  from machine_type_setting order by machine_type_id, valid_from nulls first;
insert into dated_setting (client_id, machine_id, kind, value, entered_at)
  select client_id, id, 'holdLimit', to_jsonb(hold_ms), now() from machine where hold_ms is not null order by id;
insert into dated_setting (client_id, machine_id, kind, value, entered_at)
  select client_id, id, 'designSpeed', to_jsonb(design_ppm), now() from machine where design_ppm is not null order by id;
insert into dated_setting (client_id, machine_id, kind, value, entered_at)
  select client_id, id, 'targetSpeed', to_jsonb(target_ppm), now() from machine where target_ppm is not null order by id;
insert into dated_setting (client_id, kind, product, value, entered_at)
  select client_id, 'targetSpeed', product, to_jsonb(target_speed), now()
  from product_recipe where target_speed is not null order by client_id, product;

create index dated_setting_client on dated_setting (client_id) where client_id is not null;
create index dated_setting_type on dated_setting (machine_type_id) where client_id is null;
create index dated_setting_machine on dated_setting (machine_id) where machine_id is not null;

drop table machine_type_setting;
alter table machine_type drop column hold_ms, drop column design_ppm, drop column categories, drop column settings_changed_at;
alter table machine drop column hold_ms, drop column design_ppm, drop column target_ppm;
alter table product_recipe drop column target_speed;

-- An entry is never changed; who entered it may be gone.
create function keep_dated_setting() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'entered_by' is distinct from to_jsonb(old) - 'entered_by' then
    raise exception 'an entry of a setting is never changed' using errcode = 'PB004';
  end if;
  return new;
end $$;
create trigger keep_dated_setting before update on dated_setting
  for each row execute function keep_dated_setting();

-- An entry is a change of what it is about, also for its version: of a machine, of a machine type, or of the products of a client.
create function note_dated_setting() returns trigger language plpgsql as $$
begin
  if new.product is not null then
    insert into directory_change (kind, id, version)
      select 'recipe', new.client_id, current.version + 1 from directory_version as current for update
      on conflict (kind, id) do update set version = excluded.version;
  elsif new.machine_id is not null then
    update machine set version = version + 1 where id = new.machine_id;
  else
    update machine_type set version = version + 1 where id = new.machine_type_id;
  end if;
  return null;
end $$;
create trigger note_dated_setting after insert on dated_setting
  for each row execute function note_dated_setting();
create trigger directory_changed after insert on dated_setting
  for each statement execute function raise_directory_version();
`,
}
