/**
 * How a session came about and when its person was confirmed last. The number of a session names it to its person, who ends it by that
 * number: the token is nowhere.
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
`,
}
