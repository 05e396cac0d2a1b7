/**
 * Keys by which programs read (D92). Of a key only an HMAC is stored, with the name of the key that made it; after a rotation there are two,
 * of which the former one ends.
 */
export const programKeys = {
  version: 7,
  name: 'keys for programs',
  sql: `
create table program_key (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 80),
  -- Neither: the whole installation.
  client_id integer references client,
  distributor_id integer references distributor,
  groups text[] not null check (
    cardinality(groups) > 0 and groups <@ array['figures', 'stops', 'alarms', 'audit', 'machines']),
  created_by integer not null references user_account,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_address text not null default '',
  -- The day of UTC that the calls are of.
  calls_on date,
  calls integer not null default 0,
  revoked_at timestamptz,
  check (client_id is null or distributor_id is null)
);
create index program_key_client on program_key (client_id);
create index program_key_distributor on program_key (distributor_id);

create table program_key_hash (
  hash bytea primary key check (length(hash) = 32),
  program_key_id integer not null references program_key on delete cascade,
  key_id text not null,
  -- Null: as long as the key itself.
  expires_at timestamptz
);
create index program_key_hash_key on program_key_hash (program_key_id);
`,
}
