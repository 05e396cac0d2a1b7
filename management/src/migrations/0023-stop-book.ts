/**
 * The stop book (D74): why machines stood. Reasons of a client as a tree of two levels with one number of changes, and
 * labels on stretches of time of a machine. Labels are only ever added: what holds is the newest on each instant. A reason
 * that a label has or had cannot be deleted.
 */
export const stopBook = {
  version: 23,
  name: 'stop-book',
  sql: `
create table reason_book (
  client_id integer primary key references client on delete cascade,
  changed_at timestamptz not null,
  version integer not null default 1
);
create trigger raise_version before update on reason_book
  for each row when (old.* is distinct from new.*) execute function raise_version();
create table reason (
  client_id integer not null references reason_book on delete cascade,
  id uuid not null,
  -- Null: at the top.
  parent_id uuid,
  name jsonb not null check (jsonb_typeof(name) = 'object' and name ? 'en'),
  icon text not null,
  planned boolean not null,
  cause text not null check (cause in ('machine', 'external', 'operator')),
  rank integer not null check (rank >= 1),
  -- Null: a planned reason stays planned however long it lasts.
  overrun_seconds integer check (overrun_seconds between 1 and 86400),
  alarms jsonb not null check (jsonb_typeof(alarms) = 'array' and jsonb_array_length(alarms) <= 50),
  states jsonb not null check (jsonb_typeof(states) = 'array'),
  retired boolean not null default false,
  primary key (client_id, id),
  constraint reason_overrun check (overrun_seconds is null or planned),
  foreign key (client_id, parent_id) references reason (client_id, id) deferrable initially deferred
);
create table stop_label (
  id integer generated always as identity primary key,
  client_id integer not null,
  machine_id integer not null,
  starts timestamptz not null,
  ends timestamptz not null,
  -- It also holds after ends, until the stop is over.
  until_run boolean not null default false,
  -- Null: what was there was taken back.
  reason_id uuid,
  note text not null default '' check (length(note) <= 500),
  -- The first-out alarm when it was set; empty: none came.
  alarm_group text not null default '',
  alarm text not null default '',
  -- What held in the stretch before.
  replaces integer[] not null,
  key uuid not null,
  set_by integer references user_account on delete set null,
  set_at timestamptz not null,
  constraint stop_label_length check (starts < ends and ends <= starts + interval '31 days'),
  unique (client_id, key),
  foreign key (machine_id, client_id) references machine (id, client_id) on delete cascade,
  foreign key (client_id, reason_id) references reason (client_id, id)
);
create index stop_label_machine on stop_label (machine_id, starts);
create index stop_label_reason on stop_label (client_id, reason_id);
create index stop_label_alarm on stop_label (machine_id, id) where alarm <> '';
create function keep_stop_label() returns trigger language plpgsql as $$
begin
  raise exception 'an entry of the stop book is never changed' using errcode = 'PB003';
end
$$;
-- Who set it may become nobody; nothing else changes.
create trigger keep_stop_label before update of
  id, client_id, machine_id, starts, ends, until_run, reason_id, note, alarm_group, alarm, replaces, key, set_at
  on stop_label for each row execute function keep_stop_label();
`,
} as const
