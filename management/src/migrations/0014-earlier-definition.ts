/**
 * By what the effectiveness of a client's earlier system was computed (D100). The row stays when the definition is removed, because its
 * version only rises.
 */
export const earlierDefinition = {
  version: 14,
  name: 'earlier definition',
  sql: `
create table earlier_definition (
  client_id integer primary key references client on delete cascade,
  -- Null, like the two below: it was removed.
  divides_by text check (divides_by in ('planned', 'plannedWithoutExternal', 'shift', 'calendar')),
  speed text check (speed in ('target', 'nameplate')),
  packs text check (packs in ('good', 'all')),
  -- Null where the account is gone.
  set_by integer references user_account on delete set null,
  set_at timestamptz not null,
  version integer not null default 1,
  constraint earlier_definition_whole check (num_nulls(divides_by, speed, packs) in (0, 3))
);
create trigger raise_version before update of divides_by, speed, packs on earlier_definition
  for each row when (old.* is distinct from new.*) execute function raise_version();
`,
}
