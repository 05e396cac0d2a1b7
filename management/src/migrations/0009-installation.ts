/** The id of the installation, which the telemetry store holds, too (D68). */
export const installation = {
  version: 9,
  name: 'installation',
  sql: `
create table installation (
  only_row boolean primary key default true check (only_row),
  id text not null check (id ~ '^[0-9a-f]{32}$'),
  -- Whether the telemetry store is known to hold it, too.
  complete boolean not null default false,
  named_at timestamptz not null default now()
);
`,
} as const
