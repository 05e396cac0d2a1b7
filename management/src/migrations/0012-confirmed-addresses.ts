/**
 * An e-mail address counts when the person who reads it has opened the link that was sent to it (D82): the one of a
 * registration before there is an account, the one of an account before it replaces the one before. People and devices
 * keep who made them, so that those of a former distributor are found.
 */
export const confirmedAddresses = {
  version: 12,
  name: 'confirmed addresses',
  sql: `
create table email_change (
  user_id integer primary key references user_account on delete cascade,
  email text not null check (position('@' in email) > 1),
  -- SHA-256 of the token; the token itself is nowhere but in the e-mail.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);

create table registration (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  username text not null check (btrim(username) <> ''),
  email text not null check (position('@' in email) > 1),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);
create index registration_email on registration (lower(email));

-- A link is good for the person, the address and the password that it was made for, and for nothing later.
create or replace function void_password_links() returns trigger language plpgsql as $$
begin
  if (old.password_hash, lower(old.email)) is distinct from (new.password_hash, lower(new.email))
     or not new.enabled or new.deleted_at is not null then
    delete from password_link where user_id = new.id and used_at is null;
    delete from email_change where user_id = new.id;
  end if;
  return null;
end $$;

-- Nobody has read the address of an account that awaits approval: its password is chosen by a link to that address.
update user_account set password_hash = null where group_id is null and deleted_at is null;

alter table user_account add column created_by integer references user_account on delete set null;
alter table device add column created_by integer references user_account on delete set null;
update user_account u set created_by = a.actor_id
  from audit_log a join user_account maker on maker.id = a.actor_id
  where a.entity = 'user' and a.action = 'create' and a.entity_id = u.id and maker.id <> u.id;
update device d set created_by = a.actor_id
  from audit_log a join user_account maker on maker.id = a.actor_id
  where a.entity in ('user', 'device') and a.action = 'create' and a.entity_id = d.id and a.client_id = d.client_id
    and (a.entity = 'device' or not exists (select from user_account u where u.id = a.entity_id));
create index user_account_created_by on user_account (created_by);
create index device_created_by on device (created_by);
`,
} as const
