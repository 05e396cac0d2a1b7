/** Whether a client allows that its figures are compared operator by operator. */
export const operatorRows = {
  version: 30,
  name: 'operator rows',
  sql: `
alter table client add column operator_rows boolean not null default false;
`,
} as const
