/**
 * Secrets that must be read again are stored encrypted, and the entries of the audit log are a chain (D93). The store knows the key that
 * is in force by its name alone. Entries are never changed: what signs them stands beside them, and so do the names of those that no job
 * has signed yet. The entries that there are wait for that, too.
 */
export const sealed = {
  version: 8,
  name: 'sealed secrets and a chained audit log',
  sql: `
create table secrets_key (
  single boolean primary key default true check (single),
  key_id text not null check (key_id ~ '^[0-9a-f]{12}$'),
  since timestamptz not null default now()
);

-- A password in clear is sealed by the first start that finds it; from then on its column is empty.
alter table machine_opcua add column sealed_password text
  check (length(sealed_password) <= 2000 and (user_name is not null or sealed_password is null));

-- The links of one chain. Number 0 is that of the installation, else that of the client.
create table audit_chain (
  client_id integer primary key,
  -- The last link that is not there any more, because its entry is past its time; at first number 0 and 32 zero bytes.
  kept_no bigint not null default 0,
  kept_link bytea not null default decode(repeat('00', 32), 'hex'),
  -- The newest link.
  last_no bigint not null default 0,
  last_link bytea not null default decode(repeat('00', 32), 'hex'),
  -- Entries up to this number were signed with a key that is lost.
  lost_no bigint not null default 0,
  -- Signs all of the above, with the key of this name.
  key_id text not null,
  signature bytea not null,
  -- When the newest link was last written to the log of the process.
  logged_at timestamptz
);

create table audit_link (
  id bigint primary key references audit_log (id) on delete cascade,
  client_id integer not null,
  no bigint not null,
  key_id text not null,
  -- SHA-256 of the salt and the name of who did it; the salt goes with the name.
  name_digest bytea not null,
  name_salt bytea,
  link bytea not null,
  unique (client_id, no)
);

create table audit_unsealed (id bigint primary key references audit_log (id) on delete cascade);
insert into audit_unsealed select id from audit_log;
create function note_unsealed() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed values (new.id);
  return null;
end $$;
create trigger note_unsealed after insert on audit_log
  for each row execute function note_unsealed();
`,
}
