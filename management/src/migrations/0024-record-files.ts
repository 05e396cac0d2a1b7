/**
 * Files that records of a client are imported from, each with its state and its counts, the first of its refused lines, and
 * the mappings that were used, by the names of the columns. The file itself lies in the data directory until its import ends.
 */
export const recordFiles = {
  version: 24,
  name: 'record files',
  sql: `
create table record_file (
  id integer generated always as identity primary key,
  client_id integer not null references client on delete cascade,
  name text not null check (length(name) <= 255),
  bytes bigint not null check (bytes > 0),
  received bigint not null default 0,
  state text not null check (state in ('uploading', 'uploaded', 'checking', 'checked', 'running', 'done', 'cancelled', 'failed')),
  -- How it is read as far as its bytes say: format, encoding.
  found jsonb,
  mapping jsonb,
  -- The machine of all lines; null where a column names it.
  machine_id integer references machine on delete cascade,
  -- Lines whose outcome is durable; the next start goes on after them.
  row_count bigint not null default 0,
  stored bigint not null default 0,
  duplicate bigint not null default 0,
  late bigint not null default 0,
  quarantined bigint not null default 0,
  refused bigint not null default 0,
  -- Share of the file that was read, 0 to 1.
  share double precision not null default 0,
  -- The counts of the dry run with this mapping.
  checked jsonb,
  fault text check (length(fault) <= 100),
  created_by integer references user_account on delete set null,
  created_at timestamptz not null,
  ended_at timestamptz
);
-- One file of a client at a time.
create unique index record_file_open on record_file (client_id)
  where state in ('uploading', 'uploaded', 'checking', 'checked', 'running');
create index record_file_client on record_file (client_id, id);
create table record_file_line (
  id bigint generated always as identity primary key,
  file_id integer not null references record_file on delete cascade,
  line bigint not null,
  refusal jsonb not null
);
create index record_file_line_file on record_file_line (file_id, id);
create table record_mapping (
  client_id integer not null references client on delete cascade,
  -- SHA-256 of the names of the columns.
  columns_hash text not null check (length(columns_hash) = 64),
  mapping jsonb not null,
  used_at timestamptz not null,
  primary key (client_id, columns_hash)
);
`,
} as const
