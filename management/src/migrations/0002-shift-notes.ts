/**
 * Notes of a shift for the next one, the names of the two persons who handed it over, and its page as it was at the second name. A shift is
 * known by its begin. The page quotes no text that a machine or a person wrote, so no name is in it.
 */
export const shiftNotes = {
  version: 2,
  name: 'shift notes',
  sql: `
create function keep_shift_record() returns trigger language plpgsql as $$
begin
  raise exception 'what was written about a shift is never changed' using errcode = 'PB003';
end
$$;

create table shift_note (
  id integer generated always as identity primary key,
  client_id integer not null references client on delete cascade,
  shift_start timestamptz not null,
  note text not null check (length(note) between 1 and 2000),
  machine_id integer,
  -- A person, or a name that was chosen on a tablet.
  set_by integer references user_account on delete set null,
  set_by_name integer references kiosk_link_name on delete set null,
  set_at timestamptz not null,
  constraint shift_note_setter check (set_by is null or set_by_name is null),
  foreign key (machine_id, client_id) references machine (id, client_id) on delete cascade
);
create index shift_note_shift on shift_note (client_id, shift_start, id);
create index shift_note_name on shift_note (set_by_name) where set_by_name is not null;
-- Who wrote it may become nobody; nothing else changes.
create trigger keep_shift_note before update of id, client_id, shift_start, note, machine_id, set_at
  on shift_note for each row execute function keep_shift_record();

create table shift_signature (
  client_id integer not null references client on delete cascade,
  shift_start timestamptz not null,
  side text not null check (side in ('over', 'takeover')),
  -- By the clock of the device; a tablet without network sends it later.
  signed_at timestamptz not null,
  received_at timestamptz not null,
  set_by integer references user_account on delete set null,
  set_by_name integer references kiosk_link_name on delete set null,
  constraint shift_signature_setter check (set_by is null or set_by_name is null),
  primary key (client_id, shift_start, side)
);
create index shift_signature_name on shift_signature (set_by_name) where set_by_name is not null;
create trigger keep_shift_signature before update of client_id, shift_start, side, signed_at, received_at
  on shift_signature for each row execute function keep_shift_record();

create table shift_page (
  client_id integer not null references client on delete cascade,
  shift_start timestamptz not null,
  fixed_at timestamptz not null,
  -- JSON. As text, because an alarm may have characters that jsonb refuses.
  content text not null check (octet_length(content) <= 4194304),
  primary key (client_id, shift_start)
);
create trigger keep_shift_page before update on shift_page for each row execute function keep_shift_record();

-- What was said last about an alarm, and what replaced an entry, are found without reading all entries of a machine. An alarm may be longer
-- than a key of an index.
drop index stop_label_alarm;
create index stop_label_alarm on stop_label (machine_id, md5(alarm), id) where alarm <> '' and reason_id is not null;
create index stop_label_replaces on stop_label using gin (replaces);
`,
}
