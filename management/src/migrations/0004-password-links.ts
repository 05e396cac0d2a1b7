/**
 * Links that let somebody choose a password, the terms that were accepted with them, and the rule that a person of the
 * staff who reads a client's data is written down once an hour (D37, D42).
 */
export const passwordLinks = {
  version: 4,
  name: 'password links',
  sql: `
create table password_link (
  -- SHA-256 of the token; the token itself is nowhere but in the e-mail.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  kind text not null check (kind in ('reset', 'invitation')),
  user_id integer not null references user_account on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  -- When its e-mail was handed over; an invitation without it is sent anew.
  sent_at timestamptz,
  used_at timestamptz
);
create index password_link_user on password_link (user_id, created_at);

create table terms_acceptance (
  id bigint generated always as identity primary key,
  user_id integer not null references user_account on delete cascade,
  version text not null check (btrim(version) <> ''),
  accepted_at timestamptz not null
);
create index terms_acceptance_user on terms_acceptance (user_id);

-- A link is good for the person, the address and the password that it was made for, and for nothing later.
create function void_password_links() returns trigger language plpgsql as $$
begin
  if (old.password_hash, lower(old.email)) is distinct from (new.password_hash, lower(new.email))
     or not new.enabled or new.deleted_at is not null then
    delete from password_link where user_id = new.id and used_at is null;
  end if;
  return null;
end $$;
create trigger void_password_links after update on user_account
  for each row execute function void_password_links();

create unique index audit_log_read_once
  on audit_log (actor_id, client_id, date_trunc('hour', at at time zone 'UTC'))
  where action = 'read';
`,
} as const
