/** The last heartbeat of each edge recorder; a device may have several under different names. */
export const edgeInstallations = {
  version: 25,
  name: 'edge installations',
  sql: `
create table edge_installation (
  device_id integer not null references device on delete cascade,
  name text not null check (length(name) between 1 and 80),
  version text not null check (length(version) <= 40),
  heard_at timestamptz not null,
  address text not null,
  clock_skew_ms bigint not null,
  queue_records bigint not null,
  queue_bytes bigint not null,
  max_bytes bigint not null,
  oldest_at timestamptz,
  is_full boolean not null,
  quarantined bigint not null,
  primary key (device_id, name)
);
`,
} as const
