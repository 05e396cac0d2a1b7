/**
 * Links that show one client's wall on a television where nobody signs in: read-only, revocable, each of one client.
 */
export const kioskLinks = {
  version: 5,
  name: 'kiosk links',
  sql: `
create table kiosk_link (
  id integer primary key generated always as identity,
  -- SHA-256 of the token; the token itself is nowhere but in the link.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  client_id integer not null references client,
  label text not null check (btrim(label) <> ''),
  created_by integer not null references user_account,
  created_at timestamptz not null,
  expires_at timestamptz check (expires_at > created_at),
  last_seen_at timestamptz,
  revoked_at timestamptz
);
create index kiosk_link_client on kiosk_link (client_id);
`,
} as const
