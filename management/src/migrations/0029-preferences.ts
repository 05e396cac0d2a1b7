/** How a person wants the screens to look and the overview to be arranged, and how a wall link looks. */
export const preferences = {
  version: 29,
  name: 'preferences',
  sql: `
create table person_preference (
  user_id integer primary key references user_account on delete cascade,
  colour_scheme text check (colour_scheme in ('dark', 'light', 'auto')),
  density text check (density in ('comfortable', 'compact'))
);
create table overview_arrangement (
  user_id integer not null references user_account on delete cascade,
  client_id integer not null references client on delete cascade,
  grouping text check (grouping in ('line', 'type', 'none')),
  machines jsonb not null check (jsonb_typeof(machines) = 'array' and jsonb_array_length(machines) <= 1000),
  favourites jsonb not null check (jsonb_typeof(favourites) = 'array' and jsonb_array_length(favourites) <= 1000),
  primary key (user_id, client_id)
);
alter table kiosk_link
  add column colour_scheme text not null default 'dark' check (colour_scheme in ('dark', 'light', 'auto')),
  add column density text not null default 'comfortable' check (density in ('comfortable', 'compact'));
`,
} as const
