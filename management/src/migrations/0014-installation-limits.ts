/**
 * The limits that an administrator has set in place of the settings of the environment (D84). A bucket of a rate limit
 * remembers its size: what was taken out of it stays taken when the limit changes.
 */
export const installationLimits = {
  version: 14,
  name: 'installation limits',
  sql: `
create table installation_limit (
  only_row boolean primary key default true check (only_row),
  -- Null: the setting of the environment.
  device_mb_per_day integer check (device_mb_per_day between 64 and 999999),
  quarantine_records integer check (quarantine_records between 1000 and 999999),
  quarantine_mb integer check (quarantine_mb between 1 and 999999),
  version integer not null default 1
);
create trigger raise_version before update on installation_limit
  for each row when (old.* is distinct from new.*) execute function raise_version();
create trigger directory_changed after insert or update or delete on installation_limit
  for each statement execute function raise_directory_version();
-- Null in a bucket from before: of the size of its limit.
alter table rate_limit add column burst double precision check (burst > 0);
`,
} as const
