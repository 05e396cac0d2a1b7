/**
 * Reports by mail (D97): what a client is sent when a shift, a day or a week is over, what was sent, as it was, and who wants none of it any
 * more. A report of a period exists once, and so does its correction, whichever process makes it.
 */
export const reports = {
  version: 15,
  name: 'reports by mail',
  sql: `
create table report_book (
  client_id integer primary key references client,
  version integer not null,
  changed_at timestamptz not null
);

create table report (
  id uuid primary key,
  client_id integer not null references client,
  place integer not null,
  -- As on the wire: name, kind, machines, language, files, to.
  report jsonb not null check (length(report::text) <= 65536),
  enabled boolean not null,
  -- What was over before is not sent: when it was added, switched on, or became one of another kind.
  since timestamptz not null,
  -- Reports stay as long as what they sent.
  removed_at timestamptz
);
create index report_client on report (client_id) where removed_at is null;

create table report_sent (
  id bigint generated always as identity primary key,
  client_id integer not null references client,
  -- Null: a person looked at one that was not saved yet.
  report_id uuid references report,
  origin text not null check (origin in ('due', 'correction', 'hand')),
  -- What a correction corrects.
  corrects bigint references report_sent on delete cascade,
  name text not null check (length(name) <= 80),
  language text not null check (length(language) = 2),
  files text[] not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  fixed_at timestamptz not null,
  -- The page as it was fixed.
  content jsonb not null check (length(content::text) <= 1000000),
  -- When it is looked at once more; null: never, or it was.
  look_at timestamptz,
  check ((corrects is not null) = (origin = 'correction')),
  check (report_id is not null or origin = 'hand'),
  check (begins_at < ends_at)
);
create unique index report_sent_once on report_sent (report_id, begins_at) where origin = 'due';
create unique index report_sent_corrects on report_sent (corrects) where corrects is not null;
create index report_sent_newest on report_sent (report_id, id desc);
create index report_sent_look on report_sent (look_at) where look_at is not null;
create index report_sent_fixed on report_sent (fixed_at);

-- Recipients who get a report no more, until they want it again.
create table report_stop (
  report_id uuid not null references report,
  user_id integer references user_account on delete cascade,
  address_id integer references alert_address on delete cascade,
  stopped_at timestamptz not null,
  check ((user_id is null) <> (address_id is null))
);
create unique index report_stop_user on report_stop (report_id, user_id) where user_id is not null;
create unique index report_stop_address on report_stop (report_id, address_id) where address_id is not null;

-- The link in a report: opening it shows which report it is, a press stops it for its recipient.
create table report_link (
  token_hash bytea primary key check (length(token_hash) = 32),
  report_id uuid not null references report,
  user_id integer references user_account on delete cascade,
  address_id integer references alert_address on delete cascade,
  expires_at timestamptz not null,
  check ((user_id is null) <> (address_id is null))
);
create index report_link_expires on report_link (expires_at);

alter table outbox add column report_sent_id bigint references report_sent on delete cascade;
alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check check (kind in ('letter', 'alert', 'news', 'test', 'report'));
alter table outbox add constraint outbox_report check ((kind = 'report') = (report_sent_id is not null));
create index outbox_report_sent on outbox (report_sent_id) where report_sent_id is not null;
`,
}
