/**
 * The flow of lines (D101) and the roots that persons named (D102): two lists that are only ever added to. What stopped which is computed when it
 * is read, so nothing of it is stored.
 */
export const lineFlow = {
  version: 12,
  name: 'flow of lines',
  sql: `
create function keep_line_entry() returns trigger language plpgsql as $$
begin
  raise exception 'an entry of a line is never changed' using errcode = 'PB004';
end $$;

create table line_flow (
  id integer generated always as identity primary key,
  client_id integer not null references client on delete cascade,
  line_id integer not null,
  -- Null: from the beginning.
  valid_from timestamptz check (extract(epoch from valid_from)::bigint % 60 = 0 and valid_from = date_trunc('second', valid_from)),
  -- In their order: numbers of machines, needs, bufferSeconds, key; none: the line has no flow from then on. Null: what was entered for this
  -- line and minute no longer holds.
  stations jsonb check (jsonb_typeof(stations) = 'array' and length(stations::text) <= 65536),
  entered_at timestamptz not null,
  -- Null where the account is gone.
  entered_by integer references user_account on delete set null,
  foreign key (line_id, client_id) references line (id, client_id) on delete cascade
);
create index line_flow_client on line_flow (client_id, id);
create trigger keep_line_flow before update of id, client_id, line_id, valid_from, stations, entered_at
  on line_flow for each row execute function keep_line_entry();

create table line_root (
  id integer generated always as identity primary key,
  client_id integer not null references client on delete cascade,
  machine_id integer not null,
  -- An instant of the stop of this machine.
  at timestamptz not null,
  -- Of a computed root the entries before are taken back.
  kind text not null check (kind in ('machine', 'outside', 'computed')),
  root_machine_id integer,
  note text not null default '' check (length(note) <= 500),
  -- A person, or a name that was chosen on a tablet.
  set_by integer references user_account on delete set null,
  set_by_name integer references kiosk_link_name on delete set null,
  set_at timestamptz not null,
  constraint line_root_setter check (set_by is null or set_by_name is null),
  constraint line_root_machine check ((kind = 'machine') = (root_machine_id is not null)),
  foreign key (machine_id, client_id) references machine (id, client_id) on delete cascade,
  foreign key (root_machine_id, client_id) references machine (id, client_id) on delete cascade
);
create index line_root_machine_at on line_root (machine_id, at);
create index line_root_name on line_root (set_by_name) where set_by_name is not null;
create trigger keep_line_root before update of id, client_id, machine_id, at, kind, root_machine_id, note, set_at
  on line_root for each row execute function keep_line_entry();
`,
}
