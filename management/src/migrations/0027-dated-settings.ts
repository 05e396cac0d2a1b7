/**
 * Settings that hold from a day on (D59): whether time in another unit mode than production leaves the planned time of a client (D72), and
 * the stop threshold of a machine type (D74). A null day is the beginning. For clients that are already there unit modes count from the day
 * after this step, so that no figure of theirs moves by itself.
 */
export const datedSettings = {
  version: 27,
  name: 'dated-settings',
  sql: `
create table unit_mode_rule (
  client_id integer not null references client on delete cascade,
  valid_from date,
  counts boolean not null,
  -- Further texts that are production for this client.
  production jsonb not null check (jsonb_typeof(production) = 'array' and jsonb_array_length(production) <= 20),
  set_by integer references user_account on delete set null,
  set_at timestamptz not null
);
create unique index unit_mode_rule_start on unit_mode_rule (client_id, coalesce(valid_from, '-infinity'));
insert into unit_mode_rule (client_id, valid_from, counts, production, set_at)
  select id, null::date, false, '[]'::jsonb, now() from client
  union all
  select id, current_date + 1, true, '[]'::jsonb, now() from client;
alter table machine_type add column settings_changed_at timestamptz;
create table machine_type_setting (
  machine_type_id integer not null references machine_type on delete cascade,
  name text not null check (name in ('stopThresholdSeconds')),
  valid_from date,
  value double precision not null,
  set_by integer references user_account on delete set null,
  set_at timestamptz not null,
  constraint machine_type_threshold check (name <> 'stopThresholdSeconds' or (value between 10 and 3600 and value = floor(value)))
);
create unique index machine_type_setting_start
  on machine_type_setting (machine_type_id, name, coalesce(valid_from, '-infinity'));
`,
} as const
