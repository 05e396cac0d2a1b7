/**
 * Alerts (D94 to D96): rules, what opened, and one outbox for everything that leaves the installation. The key of an alert is rule, machine and
 * the instant of its opening by the source, so that a process that takes over repeats nothing.
 */
export const alerts = {
  version: 9,
  name: 'alerts, calls for help and one outbox',
  sql: `
-- The number of the last change of a client's rules; apart, because a change of the client itself is another matter.
create table alert_rule_book (
  client_id integer primary key references client,
  version integer not null,
  changed_at timestamptz not null
);
alter table client add column hooks_version integer not null default 0;

create table alert_rule (
  id uuid primary key,
  client_id integer not null references client,
  place integer not null,
  -- As on the wire: name, condition, machines, when, severity, steps.
  rule jsonb not null check (length(rule::text) <= 65536),
  enabled boolean not null,
  created_at timestamptz not null default now(),
  -- When what it looks at changed last, or when it was switched on: what is over before opens nothing.
  changed_at timestamptz not null default now(),
  -- Of the last 30 days, compared with the ledger once a day: sent alerts that it still has, and openings that no alert says.
  held integer not null default 0,
  missed integer not null default 0,
  compared_at timestamptz,
  -- Rules stay as long as their alerts do.
  removed_at timestamptz
);
create index alert_rule_client on alert_rule (client_id) where removed_at is null;

create table alert (
  id bigint generated always as identity primary key,
  client_id integer not null references client,
  -- Null: of the client.
  machine_id integer references machine,
  -- Null: a person called for help, and no rule says who is informed of it.
  rule_id uuid references alert_rule,
  origin text not null check (origin in ('rule', 'help')),
  kind text,
  rule_name text not null,
  severity text not null check (severity in ('info', 'warning', 'critical')),
  text text not null default '' check (length(text) <= 1000),
  cause text not null default '' check (length(cause) <= 1000),
  cause_group text not null default '' check (length(cause_group) <= 1000),
  opened_at timestamptz not null,
  known_at timestamptz not null,
  cleared_at timestamptz,
  -- When a condition that is over was first seen to be over; a message that waits then is dropped.
  clear_known_at timestamptz,
  late boolean not null default false,
  -- The ledger has no such opening any more: late records took it away.
  withdrawn boolean not null default false,
  acknowledged_at timestamptz,
  acknowledged_by integer references user_account,
  -- Whose link was pressed, where it is no account: the name at that time.
  acknowledged_name text,
  on_my_way_at timestamptz,
  on_my_way_by integer references user_account,
  on_my_way_name text,
  raised_by integer references user_account,
  raised_name text,
  check (rule_id is not null or origin = 'help'),
  check (cleared_at is null or cleared_at >= opened_at)
);
create unique index alert_key on alert (rule_id, coalesce(machine_id, 0), opened_at) where origin = 'rule';
create index alert_open on alert (client_id) where cleared_at is null;
create index alert_newest on alert (client_id, id desc);
create index alert_of_machine on alert (machine_id, opened_at desc);
create index alert_opened on alert (opened_at);

create table alert_mute (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  rule_id uuid references alert_rule,
  machine_id integer references machine,
  until timestamptz not null,
  reason text not null check (length(reason) between 1 and 200),
  created_by integer not null references user_account,
  created_at timestamptz not null default now(),
  check ((rule_id is null) <> (machine_id is null))
);
create index alert_mute_client on alert_mute (client_id, until);

-- Addresses that are no account; nothing goes to one before its owner has opened the link.
create table alert_address (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  address text not null check (length(address) <= 254),
  confirmed_at timestamptz,
  token_hash bytea check (length(token_hash) = 32),
  token_expires_at timestamptz,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create unique index alert_address_once on alert_address (client_id, lower(address)) where removed_at is null;
create unique index alert_address_token on alert_address (token_hash);

create table hook (
  id integer generated always as identity primary key,
  client_id integer not null references client,
  kind text not null check (kind in ('hook', 'mqtt')),
  name text not null check (length(name) between 1 and 80),
  enabled boolean not null,
  events text[] not null,
  url text not null check (length(url) <= 2000),
  template text not null default 'packboard',
  username text not null default '',
  -- Sealed by the key file: what signs the messages of a webhook, or the password of a broker.
  sealed_secret text,
  failing_since timestamptz,
  off_since timestamptz,
  off_why text not null default '',
  last_sent_at timestamptz,
  created_by integer not null references user_account,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create index hook_client on hook (client_id) where removed_at is null;

create table notification_choice (
  user_id integer primary key references user_account on delete cascade,
  mail boolean not null default true,
  push boolean not null default true,
  quiet_from text check (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_to text check (quiet_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  zone text not null,
  check ((quiet_from is null) = (quiet_to is null))
);

create table push_device (
  id integer generated always as identity primary key,
  user_id integer not null references user_account on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null check (length(p256dh) <= 100),
  auth text not null check (length(auth) <= 50),
  name text not null default '' check (length(name) <= 200),
  added_at timestamptz not null default now(),
  last_sent_at timestamptz
);
create index push_device_user on push_device (user_id);

-- The key by which push services know this installation, made at the first start that needs it.
create table push_key (
  single boolean primary key default true check (single),
  public_key text not null,
  sealed_private_key text not null
);

-- A link in a message: opening it shows the alert, a press acknowledges in the name of its recipient.
create table alert_link (
  token_hash bytea primary key check (length(token_hash) = 32),
  alert_id bigint not null references alert on delete cascade,
  user_id integer references user_account on delete cascade,
  address_id integer references alert_address on delete cascade,
  expires_at timestamptz not null,
  check ((user_id is null) <> (address_id is null))
);
create index alert_link_alert on alert_link (alert_id);
create index alert_link_expires on alert_link (expires_at);

-- Everything that leaves the installation (D95). A key is delivered at least once, always with the same id.
create table outbox (
  id bigint generated always as identity primary key,
  key text not null unique check (length(key) <= 200),
  -- 'letter': a mail whose sealed text is ready. 'alert': its text is made when it is sent. 'news': an event for a hook.
  kind text not null check (kind in ('letter', 'alert', 'news', 'test')),
  channel text not null check (channel in ('mail', 'push', 'hook', 'mqtt')),
  client_id integer references client,
  alert_id bigint references alert on delete cascade,
  step integer not null default 0,
  user_id integer references user_account on delete cascade,
  address_id integer references alert_address on delete cascade,
  hook_id integer references hook on delete cascade,
  event text not null default '',
  about text not null default '' check (length(about) <= 500),
  -- A letter with its address, sealed by the key file.
  sealed_content text check (length(sealed_content) <= 200000),
  -- News for a hook.
  content jsonb check (length(content::text) <= 65536),
  -- Its own due moment, before tries and pauses.
  due_at timestamptz not null,
  next_try_at timestamptz not null,
  gives_up_at timestamptz not null,
  tries integer not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped', 'failed')),
  why text not null default '' check (length(why) <= 500),
  status integer,
  -- A process is sending it until then.
  taken_until timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index outbox_due on outbox (next_try_at) where state = 'waiting';
create index outbox_alert on outbox (alert_id);
create index outbox_person on outbox (user_id, channel, sent_at desc);
create index outbox_address on outbox (address_id, sent_at desc) where address_id is not null;
create index outbox_hook on outbox (hook_id, id desc);
create index outbox_hook_waiting on outbox (hook_id) where state = 'waiting' and hook_id is not null;
create index outbox_client on outbox (client_id, id desc) where hook_id is not null;
create index outbox_ended on outbox (created_at) where state <> 'waiting';
`,
}
