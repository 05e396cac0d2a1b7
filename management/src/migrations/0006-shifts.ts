/**
 * The shifts of a client: their starts by day of the week, on the clock of the client's own zone (D15). They are one
 * plan with one number of changes, because half of a plan means nothing.
 */
export const shifts = {
  version: 6,
  name: 'shifts',
  sql: `
create table shift_plan (
  client_id integer primary key references client on delete cascade,
  starts jsonb not null check (jsonb_typeof(starts) = 'array' and jsonb_array_length(starts) <= 84),
  version integer not null default 1
);
create trigger raise_version before update on shift_plan
  for each row when (old.* is distinct from new.*) execute function raise_version();
`,
} as const
