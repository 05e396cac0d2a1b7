import type { Migration } from '../src/migrations/migrate.ts'

/** Two steps by which the tests try how steps are taken, whatever the schema of today is. The second one changes rows of the first. */
export const tinySteps: readonly Migration[] = [
  {
    version: 1,
    name: 'readings',
    sql: 'create table reading (id integer primary key, value integer not null);',
  },
  {
    version: 2,
    name: 'doubled readings',
    sql: `alter table reading add column doubled integer;
      update reading set doubled = value * 2;
      alter table reading alter column doubled set not null;`,
  },
]
