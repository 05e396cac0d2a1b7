/**
 * How a session came about and when its person was confirmed last, what a person shows besides a password, and what an administrator sets of
 * sign-ins. The number of a session names it to its person, who ends it by that number: the token is nowhere.
 */
export const factors = {
  version: 5,
  name: 'second factors',
  sql: `
alter table session
  add column id integer generated always as identity unique,
  add column way text not null default 'password' check (way in ('password', 'passkey', 'company')),
  -- Of a company sign-in: the provider, and what it calls the session (the claim sid).
  add column identity_provider_id integer,
  add column provider_session text check (length(provider_session) <= 256),
  -- null: never.
  add column confirmed_at timestamptz;
create index session_of_provider on session (identity_provider_id) where identity_provider_id is not null;

-- An authenticator app.
create table totp_factor (
  user_id integer primary key references user_account on delete cascade,
  -- Encrypted with the key file (D93); never in clear.
  secret text not null,
  created_at timestamptz not null,
  -- null: no code of it was shown yet, so it counts for nothing.
  confirmed_at timestamptz,
  -- Each code is used once: the newest step of 30 s whose code was.
  last_step bigint
);

create table passkey (
  id integer generated always as identity primary key,
  user_id integer not null references user_account on delete cascade,
  -- As the browser names it, base64url.
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  public_key bytea not null,
  -- How often it was used, as it counts itself; 0 where it does not count.
  counter bigint not null check (counter >= 0),
  transports jsonb not null check (jsonb_typeof(transports) = 'array'),
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);

-- What a passkey has to sign, once.
create table passkey_challenge (
  -- SHA-256 of it.
  hash bytea primary key check (octet_length(hash) = 32),
  purpose text not null check (purpose in ('signIn', 'show', 'add')),
  -- null: a sign-in, of which nobody knows yet whose it is.
  user_id integer references user_account on delete cascade,
  expires_at timestamptz not null,
  constraint passkey_challenge_user check ((purpose = 'signIn') = (user_id is null))
);
create index passkey_challenge_age on passkey_challenge (expires_at);

create table recovery_code (
  -- SHA-256 of it.
  hash bytea primary key check (octet_length(hash) = 32),
  user_id integer not null references user_account on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz
);
create index recovery_code_user on recovery_code (user_id);

-- A right password of which the second factor is due.
create table sign_in_ticket (
  -- SHA-256 of the ticket; the ticket itself is nowhere.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id integer not null references user_account on delete cascade,
  -- Of an account whose grace is over: a factor is set up with it.
  sets_up boolean not null,
  tries integer not null default 0 check (tries between 0 and 5),
  browser_saved boolean not null,
  expires_at timestamptz not null
);
create index sign_in_ticket_user on sign_in_ticket (user_id);

-- A ticket is good for the password that it was made for, and for an account that may sign in.
create function void_sign_in_tickets() returns trigger language plpgsql as $$
begin
  if old.password_hash is distinct from new.password_hash or not new.enabled or new.deleted_at is not null then
    delete from sign_in_ticket where user_id = new.id;
  end if;
  return null;
end $$;
create trigger void_sign_in_tickets after update on user_account
  for each row execute function void_sign_in_tickets();

-- Since when a second factor is wanted of an account that has none.
create table factor_grace (
  user_id integer primary key references user_account on delete cascade,
  began_at timestamptz not null
);

-- From where an account signed in, so that its owner is informed of another place.
create table known_browser (
  user_id integer not null references user_account on delete cascade,
  -- SHA-256 of browser, system and network.
  place bytea not null check (octet_length(place) = 32),
  last_at timestamptz not null,
  primary key (user_id, place)
);

create table sign_in_setting (
  only_row boolean primary key default true check (only_row),
  -- Shown before the sign-in; empty: none.
  notice text not null check (length(notice) <= 2000),
  -- A session without use ends after so many minutes, if that is sooner than its own time; null: its own time.
  idle_minutes integer check (idle_minutes between 5 and 10080),
  version integer not null default 1
);
create trigger raise_version before update on sign_in_setting
  for each row when (old.* is distinct from new.*) execute function raise_version();
`,
}
