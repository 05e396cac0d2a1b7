/** When backups are made and how many stay, and what became of the latest ones (D86). */
export const backups = {
  version: 20,
  name: 'backups',
  sql: `
create table backup_setting (
  only_row boolean primary key default true check (only_row),
  -- Null: only when somebody says so.
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
`,
} as const
