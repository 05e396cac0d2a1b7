/**
 * When a client means to produce (D72): weeks of all lines or of one, each from a day on, and exceptions by date. Dates
 * and times are those of the client's own zone (D15). The plan as a whole has one number of changes; whose row is new
 * or changed is at the row.
 */
export const plan = {
  version: 22,
  name: 'plan',
  sql: `
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
`,
} as const
