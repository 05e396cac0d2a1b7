/**
 * The records of each client belong to a cell: a telemetry store that one process at a time writes and reads (decision 28).
 * What was there is in cell 0, the store that every installation has.
 */
export const cells = {
  version: 17,
  name: 'cells',
  sql: `
create table cell (
  id integer primary key check (id between 0 and 255),
  -- The place of its server in CLICKHOUSE_URL; it never changes, because its records lie there.
  shard integer not null check (shard between 0 and 255),
  -- Its store bears the id of this installation.
  named boolean not null default false,
  -- How many times a process took it.
  generation bigint not null default 0,
  -- Where the process that holds it answers the others; null: no process holds it.
  url text check (length(url) <= 2000),
  renewed_at timestamptz not null default now(),
  -- What its process says of it: whether it can write, and what of its store is damaged.
  report jsonb not null default '{}'
);
insert into cell (id, shard, named)
  select 0, 0, exists (select from installation where complete);
alter table client add column cell_id integer not null default 0 references cell (id);
-- Processes of this installation that are sent a word after each change (D67).
create table cluster_process (
  id uuid primary key,
  url text not null check (length(url) <= 2000),
  seen_at timestamptz not null default now()
);
-- By it the processes of this installation know each other: 244 random bits.
create table cluster_secret (
  single boolean primary key default true check (single),
  secret text not null
);
insert into cluster_secret (secret)
  values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
`,
} as const
