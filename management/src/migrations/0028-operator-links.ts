/**
 * Wall links for a tablet at a machine (D74): a link of kind operator has machines, names to choose from and, where it is
 * wanted, a PIN. A name that was chosen on a tablet holds a pass; labels keep which name set them.
 */
export const operatorLinks = {
  version: 28,
  name: 'operator links',
  sql: `
alter table kiosk_link
  add column kind text not null default 'board' check (kind in ('board', 'operator')),
  -- False: only those of kiosk_link_machine, also when none of them is left.
  add column all_machines boolean not null default true,
  -- Argon2id; null: no PIN is wanted.
  add column pin_hash text,
  add column version integer not null default 1,
  add constraint kiosk_link_board check (kind = 'operator' or pin_hash is null);
create table kiosk_link_machine (
  link_id integer not null references kiosk_link on delete cascade,
  machine_id integer not null references machine on delete cascade,
  primary key (link_id, machine_id)
);
create index kiosk_link_machine_machine on kiosk_link_machine (machine_id);
create table kiosk_link_name (
  id integer primary key generated always as identity,
  link_id integer not null references kiosk_link on delete cascade,
  name text not null check (btrim(name) <> ''),
  -- A name that is no longer offered stays: its labels say who set them.
  removed_at timestamptz
);
create unique index kiosk_link_name_offered on kiosk_link_name (link_id, name) where removed_at is null;
create table kiosk_pass (
  -- SHA-256 of the pass that the tablet holds.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  name_id integer not null references kiosk_link_name on delete cascade,
  expires_at timestamptz not null
);
create index kiosk_pass_name on kiosk_pass (name_id);
alter table stop_label
  add column set_by_name integer references kiosk_link_name on delete set null,
  add constraint stop_label_setter check (set_by is null or set_by_name is null);
create index stop_label_name on stop_label (set_by_name) where set_by_name is not null;
`,
} as const
