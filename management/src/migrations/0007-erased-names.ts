/**
 * Names of operators that were erased from the records of a client (D54). A name itself is nowhere in here: only its
 * HMAC-SHA-256 under one key of this installation, by which it is known again when a late record or a backup brings it.
 */
export const erasedNames = {
  version: 7,
  name: 'erased names',
  sql: `
create table erasure_key (
  single boolean primary key default true check (single),
  key bytea not null check (octet_length(key) = 32)
);
create table erased_name (
  id integer primary key generated always as identity,
  client_id integer not null references client,
  name_hash bytea not null check (octet_length(name_hash) = 32),
  erased_by integer not null references user_account,
  erased_at timestamptz not null,
  -- When no record of the store held the name any more; null: asked for and not yet done.
  done_at timestamptz,
  unique (client_id, name_hash)
);
`,
} as const
