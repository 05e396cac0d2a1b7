/**
 * A file of records that is being opened is marked before, so that a start after the end of its process does not open it again; and when
 * its last bytes arrived, after which an upload that stays silent is over.
 */
export const openedFiles = {
  version: 31,
  name: 'opened files',
  sql: `
alter table record_file
  drop constraint record_file_state_check,
  add constraint record_file_state_check check (state in ('uploading', 'opening', 'uploaded', 'checking', 'checked', 'running', 'done', 'cancelled', 'failed')),
  add column received_at timestamptz;
update record_file set received_at = created_at;
alter table record_file alter column received_at set not null;
drop index record_file_open;
create unique index record_file_open on record_file (client_id)
  where state in ('uploading', 'opening', 'uploaded', 'checking', 'checked', 'running');
`,
} as const
