/**
 * Parts of the telemetry store that are lost. They are kept apart from those that are there: what comes after a loss must
 * neither hide it nor be lost unseen itself (D69). From now on `parts` also holds the checksum of each part.
 */
export const missingParts = {
  version: 15,
  name: 'missing parts',
  sql: `
-- The first block, the last block, the rows that are lost (null: unknown) and the checksum of each part.
alter table telemetry_month add column missing jsonb not null default '[]';
`,
} as const
