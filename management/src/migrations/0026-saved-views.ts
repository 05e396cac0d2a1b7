/** Addresses of pages that people save under a name, for themselves or for all who see the client. */
export const savedViews = {
  version: 26,
  name: 'savedViews',
  sql: `
create table saved_view (
  id integer generated always as identity primary key,
  client_id integer not null references client on delete cascade,
  owner_id integer not null references user_account on delete cascade,
  name text not null check (length(name) between 1 and 80),
  address text not null check (address like '/admin/%' and length(address) <= 2000),
  is_shared boolean not null,
  saved_at timestamptz not null
);
create unique index saved_view_name on saved_view (client_id, owner_id, lower(name));
`,
} as const
