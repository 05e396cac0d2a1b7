/** Limits that hold for all servers of an installation together: a bucket of tokens for each limit and caller. */
export const rateLimits = {
  version: 8,
  name: 'rate limits',
  sql: `
create table rate_limit (
  -- SHA-256 of the limit and of the address or account that it counts.
  subject bytea primary key check (octet_length(subject) = 32),
  tokens double precision not null check (tokens >= 0),
  refilled_at timestamptz not null,
  -- Whether the latest call got a token.
  taken boolean not null,
  -- From then on the row says no more than no row.
  full_at timestamptz not null
);
create index rate_limit_age on rate_limit (full_at);
`,
} as const
