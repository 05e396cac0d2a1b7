/**
 * Changes of the past (D98): what was applied from an earlier day, by whom, and what of each machine is still to be computed. A preview is
 * kept for as long as it may be applied.
 */
export const settingChanges = {
  version: 11,
  name: 'changes of the past',
  sql: `
create table setting_change (
  id integer generated always as identity primary key,
  -- Null: of a machine type, for all clients.
  client_id integer references client on delete cascade,
  machine_type_id integer references machine_type on delete cascade,
  -- Null: of products.
  machine_id integer,
  applied_at timestamptz not null,
  -- Null where the account is gone.
  applied_by integer references user_account on delete set null,
  reason text not null check (btrim(reason) <> ''),
  foreign key (machine_id, client_id) references machine (id, client_id) on delete cascade,
  check (num_nonnulls(client_id, machine_type_id) = 1)
);
create index setting_change_client on setting_change (client_id) where client_id is not null;
create index setting_change_type on setting_change (machine_type_id) where machine_type_id is not null;

-- The minutes of a machine that its ledger has by the settings of before, until they are computed anew.
create table setting_rebuild (
  change_id integer not null references setting_change on delete cascade,
  machine_id integer not null references machine on delete cascade,
  -- Whole days of UTC.
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  done integer not null default 0 check (done >= 0),
  finished_at timestamptz,
  primary key (change_id, machine_id)
);
create index setting_rebuild_open on setting_rebuild (machine_id) where finished_at is null;

alter table dated_setting add column change_id integer references setting_change on delete cascade;

create table setting_preview (
  id text primary key,
  made_by integer not null references user_account on delete cascade,
  made_at timestamptz not null,
  -- SHA-256 of what is to be entered, and of whom.
  entries_hash text not null,
  -- The version of what it is of, and the newest entry that it was computed with.
  version integer not null,
  newest_entry integer not null,
  apply_from text not null,
  -- The machines of which minutes are to be computed anew: [{machineId, firstDay, lastDay}].
  rebuilds jsonb not null
);
create index setting_preview_made on setting_preview (made_at);
`,
}
