/**
 * What the telemetry store holds, month by month of each table, as it was last seen whole (D69). It is kept here, so that an
 * older copy of the telemetry store, or one with holes, is noticed.
 */
export const telemetryParts = {
  version: 13,
  name: 'telemetry parts',
  sql: `
create table telemetry_month (
  table_name text not null,
  -- As 202611; 0 for a table without months.
  month integer not null check (month >= 0),
  table_id text not null,
  -- The first block, the last block and the rows of each part.
  parts jsonb not null,
  -- Set while the month is damaged: records of newer batches are not in its minutes.
  damaged_since bigint,
  -- Detached parts without which an operator goes on.
  accepted jsonb not null,
  primary key (table_name, month)
);
`,
} as const
