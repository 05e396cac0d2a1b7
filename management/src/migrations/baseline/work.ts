/** How clients work: shifts, plan, stop book, settings that hold from a day on, files, views; and the state of the installation itself. */
export const work = `
-- The starts of shifts by day of the week, on the clock of the client's own zone (D15). They are one plan with one number of
-- changes, because half of a plan means nothing.
create table shift_plan (
  client_id integer primary key references client on delete cascade,
  starts jsonb not null check (jsonb_typeof(starts) = 'array' and jsonb_array_length(starts) <= 84),
  version integer not null default 1
);
create trigger raise_version before update on shift_plan
  for each row when (old.* is distinct from new.*) execute function raise_version();

-- When a client means to produce (D72): weeks of all lines or of one, each from a day on, and exceptions by date. Dates
-- and times are those of the client's own zone (D15). The plan as a whole has one number of changes; whose row is new
-- or changed is at the row.
create table plan (
  client_id integer primary key references client on delete cascade,
  changed_at timestamptz not null,
  version integer not null default 1
);
create trigger raise_version before update on plan
  for each row when (old.* is distinct from new.*) execute function raise_version();
create table plan_week (
  id integer generated always as identity primary key,
  client_id integer not null references plan on delete cascade,
  -- Null: all lines that have no week of their own.
  line_id integer,
  valid_from date not null,
  -- Null: from this day on no week of its own.
  entries jsonb check (jsonb_typeof(entries) = 'array' and jsonb_array_length(entries) <= 140),
  set_by integer references user_account on delete set null,
  set_at timestamptz not null,
  foreign key (line_id, client_id) references line (id, client_id) on delete cascade
);
create unique index plan_week_start on plan_week (client_id, coalesce(line_id, 0), valid_from);
create table plan_exception (
  id integer generated always as identity primary key,
  client_id integer not null references plan on delete cascade,
  -- Null: all lines.
  line_id integer,
  starts timestamp not null,
  ends timestamp not null,
  kind text not null check (kind in ('production', 'break', 'closed')),
  note text not null check (length(note) <= 120),
  set_by integer references user_account on delete set null,
  set_at timestamptz not null,
  constraint plan_exception_length check (starts < ends and ends <= starts + interval '366 days'),
  foreign key (line_id, client_id) references line (id, client_id) on delete cascade
);
create index plan_exception_client on plan_exception (client_id);

-- Settings that hold from a day on (D59); a null day is the beginning. Whether time in another unit mode than production leaves the
-- planned time of a client (D72).
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
-- The stop threshold of a machine type (D74).
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

-- The stop book (D74): why machines stood. Reasons of a client as a tree of two levels with one number of changes, and
-- labels on stretches of time of a machine. Labels are only ever added: what holds is the newest on each instant. A reason
-- that a label has or had cannot be deleted.
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
  -- A person, or a name that was chosen on a tablet.
  set_by integer references user_account on delete set null,
  set_by_name integer references kiosk_link_name on delete set null,
  set_at timestamptz not null,
  constraint stop_label_length check (starts < ends and ends <= starts + interval '31 days'),
  constraint stop_label_setter check (set_by is null or set_by_name is null),
  unique (client_id, key),
  foreign key (machine_id, client_id) references machine (id, client_id) on delete cascade,
  foreign key (client_id, reason_id) references reason (client_id, id)
);
create index stop_label_machine on stop_label (machine_id, starts);
create index stop_label_reason on stop_label (client_id, reason_id);
create index stop_label_alarm on stop_label (machine_id, id) where alarm <> '';
create index stop_label_name on stop_label (set_by_name) where set_by_name is not null;
create function keep_stop_label() returns trigger language plpgsql as $$
begin
  raise exception 'an entry of the stop book is never changed' using errcode = 'PB003';
end
$$;
-- Who set it may become nobody; nothing else changes.
create trigger keep_stop_label before update of
  id, client_id, machine_id, starts, ends, until_run, reason_id, note, alarm_group, alarm, replaces, key, set_at
  on stop_label for each row execute function keep_stop_label();

-- Files that records of a client are imported from, each with its state and its counts, the first of its refused lines, and
-- the mappings that were used, by the names of the columns. The file itself lies in the data directory until its import ends.
create table record_file (
  id integer generated always as identity primary key,
  client_id integer not null references client on delete cascade,
  name text not null check (length(name) <= 255),
  bytes bigint not null check (bytes > 0),
  received bigint not null default 0,
  -- When its last bytes arrived, after which an upload that stays silent is over.
  received_at timestamptz not null,
  -- A file that is being opened is marked before, so that a start after the end of its process does not open it again.
  state text not null check (state in ('uploading', 'opening', 'uploaded', 'checking', 'checked', 'running', 'done', 'cancelled', 'failed')),
  -- How it is read as far as its bytes say: format, encoding.
  found jsonb,
  mapping jsonb,
  -- The machine of all lines; null where a column names it.
  machine_id integer references machine on delete cascade,
  -- Lines whose outcome is durable; the next start goes on after them.
  row_count bigint not null default 0,
  stored bigint not null default 0,
  duplicate bigint not null default 0,
  late bigint not null default 0,
  quarantined bigint not null default 0,
  refused bigint not null default 0,
  -- Share of the file that was read, 0 to 1.
  share double precision not null default 0,
  -- The counts of the dry run with this mapping.
  checked jsonb,
  fault text check (length(fault) <= 100),
  created_by integer references user_account on delete set null,
  created_at timestamptz not null,
  ended_at timestamptz
);
-- One file of a client at a time.
create unique index record_file_open on record_file (client_id)
  where state in ('uploading', 'opening', 'uploaded', 'checking', 'checked', 'running');
create index record_file_client on record_file (client_id, id);
create table record_file_line (
  id bigint generated always as identity primary key,
  file_id integer not null references record_file on delete cascade,
  line bigint not null,
  refusal jsonb not null
);
create index record_file_line_file on record_file_line (file_id, id);
create table record_mapping (
  client_id integer not null references client on delete cascade,
  -- SHA-256 of the names of the columns.
  columns_hash text not null check (length(columns_hash) = 64),
  mapping jsonb not null,
  used_at timestamptz not null,
  primary key (client_id, columns_hash)
);

-- Addresses of pages that people save under a name, for themselves or for all who see the client.
create table saved_view (
  id integer generated always as identity primary key,
  client_id integer not null references client on delete cascade,
  owner_id integer not null references user_account on delete cascade,
  name text not null check (length(name) between 1 and 80),
  address text not null check (address like '/admin/%' and length(address) <= 2000),
  is_shared boolean not null,
  saved_at timestamptz not null
);
create unique index saved_view_name on saved_view (client_id, owner_id, lower(name));

-- How a person wants the screens to look and the overview to be arranged.
create table person_preference (
  user_id integer primary key references user_account on delete cascade,
  colour_scheme text check (colour_scheme in ('dark', 'light', 'auto')),
  density text check (density in ('comfortable', 'compact'))
);
create table overview_arrangement (
  user_id integer not null references user_account on delete cascade,
  client_id integer not null references client on delete cascade,
  grouping text check (grouping in ('line', 'type', 'none')),
  machines jsonb not null check (jsonb_typeof(machines) = 'array' and jsonb_array_length(machines) <= 1000),
  favourites jsonb not null check (jsonb_typeof(favourites) = 'array' and jsonb_array_length(favourites) <= 1000),
  primary key (user_id, client_id)
);

-- Names of operators that were erased from the records of a client (D54). A name itself is nowhere in here: only its
-- HMAC-SHA-256 under one key of this installation, by which it is known again when a late record or a backup brings it.
create table erasure_key (
  single boolean primary key default true check (single),
  key bytea not null check (octet_length(key) = 32)
);
create table erased_name (
  id integer primary key generated always as identity,
  client_id integer not null references client,
  name_hash bytea not null check (octet_length(name_hash) = 32),
  erased_by integer not null references user_account,
  erased_at timestamptz not null,
  -- When no record of the store held the name any more; null: asked for and not yet done.
  done_at timestamptz,
  unique (client_id, name_hash)
);

-- The id of the installation, which the telemetry store holds, too (D68).
create table installation (
  only_row boolean primary key default true check (only_row),
  id text not null check (id ~ '^[0-9a-f]{32}$'),
  -- Whether the telemetry store is known to hold it, too.
  complete boolean not null default false,
  named_at timestamptz not null default now()
);

-- The limits that an administrator has set in place of the settings of the environment (D84).
create table installation_limit (
  only_row boolean primary key default true check (only_row),
  -- Null: the setting of the environment.
  device_mb_per_day integer check (device_mb_per_day between 64 and 999999),
  quarantine_records integer check (quarantine_records between 1000 and 999999),
  quarantine_mb integer check (quarantine_mb between 1 and 999999),
  version integer not null default 1
);
create trigger raise_version before update on installation_limit
  for each row when (old.* is distinct from new.*) execute function raise_version();
create trigger directory_changed after insert or update or delete on installation_limit
  for each statement execute function raise_directory_version();

-- What the telemetry store holds, month by month of each table, as it was last seen whole (D69). It is kept here, so that an
-- older copy of the telemetry store, or one with holes, is noticed.
create table telemetry_month (
  table_name text not null,
  -- As 202611; 0 for a table without months.
  month integer not null check (month >= 0),
  table_id text not null,
  -- The first block, the last block, the rows and the checksum of each part.
  parts jsonb not null,
  -- Parts that are lost, of which the rows may be unknown (null). They are kept apart from those that are there: what comes after a loss
  -- must neither hide it nor be lost unseen itself.
  missing jsonb not null default '[]',
  -- Set while the month is damaged: records of newer batches are not in its minutes.
  damaged_since bigint,
  -- Detached parts without which an operator goes on.
  accepted jsonb not null,
  primary key (table_name, month)
);

-- When backups are made and how many stay, and what became of the latest ones (D86).
create table backup_setting (
  only_row boolean primary key default true check (only_row),
  -- Null: only on request.
  every_hours integer check (every_hours in (1, 6, 12, 24)),
  -- The hour of the day (UTC) that one of them begins at.
  start_hour integer not null check (start_hour between 0 and 23),
  keep integer not null check (keep between 1 and 400),
  version integer not null default 1
);
create trigger raise_version before update on backup_setting
  for each row when (old.* is distinct from new.*) execute function raise_version();
create table backup_run (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  folder text not null check (length(folder) <= 4096),
  -- Null in one that failed.
  name text check (length(name) <= 200),
  bytes bigint,
  new_bytes bigint,
  records bigint,
  paused_ms double precision,
  -- Null in one that was made.
  fault text check (length(fault) <= 100),
  detail text check (length(detail) <= 2000),
  check ((name is null) <> (fault is null))
);
create index backup_run_started on backup_run (started_at);
`
