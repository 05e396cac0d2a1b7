/**
 * Sign-in by the company of a person (OpenID Connect): which companies there are, who is joined to which account, the sign-ins that are under way, and
 * when the company last confirmed a session.
 */
export const companySignIn = {
  version: 6,
  name: 'company sign-in',
  sql: `
create table identity_provider (
  id integer primary key generated always as identity,
  name text not null check (btrim(name) <> ''),
  -- Whose people sign in by it; neither: those of the installation.
  client_id integer references client,
  distributor_id integer references distributor,
  issuer text not null check (issuer ~ '^https?://'),
  oidc_client_id text not null,
  -- Encrypted with the key file and bound to this row.
  secret text,
  scopes text not null,
  role_claim text not null,
  roles jsonb not null default '[]' check (jsonb_typeof(roles) = 'array'),
  first_sign_in text not null check (first_sign_in in ('account', 'approval')),
  enabled boolean not null default false,
  forced boolean not null default false,
  break_glass_user_id integer references user_account,
  created_at timestamptz not null,
  created_by integer references user_account on delete set null,
  version integer not null default 1,
  constraint identity_provider_owner check (client_id is null or distributor_id is null),
  -- D90: a forced domain leaves one account open.
  constraint identity_provider_forced check (not forced or break_glass_user_id is not null)
);
create index identity_provider_client on identity_provider (client_id);
create index identity_provider_distributor on identity_provider (distributor_id);
create trigger raise_version before update on identity_provider
  for each row when (old.* is distinct from new.*) execute function raise_version();

create table identity_provider_domain (
  identity_provider_id integer not null references identity_provider on delete cascade,
  domain text not null check (domain ~ '^[a-z0-9.-]+[.][a-z0-9-]+$'),
  -- What its owner puts into the DNS, where everybody reads it.
  proof text not null,
  -- null: neither given by an administrator nor proven yet.
  proven_at timestamptz,
  primary key (identity_provider_id, domain)
);
-- D90: a domain belongs to one provider.
create unique index identity_provider_domain_owner on identity_provider_domain (domain)
  where proven_at is not null;

-- D90: a person of a company sign-in is issuer and subject, for ever, also when the provider is deleted.
create table identity (
  id integer primary key generated always as identity,
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  user_id integer not null references user_account on delete cascade,
  identity_provider_id integer references identity_provider on delete set null,
  email text,
  linked_at timestamptz not null,
  last_at timestamptz,
  constraint identity_person unique (issuer, subject)
);
create index identity_user on identity (user_id);
create index identity_provider_people on identity (identity_provider_id);

-- A sign-in under way: state and nonce are used once, whichever process the browser comes back to.
create table company_flow (
  -- SHA-256 of the state.
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  identity_provider_id integer not null references identity_provider on delete cascade,
  purpose text not null check (purpose in ('signIn', 'link', 'confirm', 'try')),
  -- SHA-256 of the secret of the browser that began it.
  challenge bytea not null check (octet_length(challenge) = 32),
  -- Who began it; null before a sign-in.
  user_id integer references user_account on delete cascade,
  -- Nonce and PKCE verifier, encrypted with the key file; null once they were used.
  sealed text,
  expires_at timestamptz not null,
  -- SHA-256 of the code by which the screen fetches the result, and the result, encrypted.
  code_hash bytea unique check (octet_length(code_hash) = 32),
  outcome text,
  constraint company_flow_outcome check ((code_hash is null) = (outcome is null))
);
create index company_flow_age on company_flow (expires_at);

-- When the company last said that a session goes on.
create table company_session (
  token_hash bytea primary key references session on delete cascade,
  -- Encrypted with the key file; null: the company gave nothing to ask it with.
  refresh text,
  answered_at timestamptz not null,
  queried_at timestamptz not null
);
create index company_session_queried on company_session (queried_at);
alter table session
  add foreign key (identity_provider_id) references identity_provider on delete cascade;
`,
}
