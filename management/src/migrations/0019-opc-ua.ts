/**
 * How the OPC UA server of a machine is signed in to. A table of its own: what reads a machine does not read the password.
 */
export const opcUa = {
  version: 19,
  name: 'opc ua',
  sql: `
create table machine_opcua (
  machine_id integer primary key references machine (id) on delete cascade,
  security text not null check (security in ('strongest', 'none', 'sign', 'signAndEncrypt')),
  -- Null: anonymous.
  user_name text check (length(user_name) between 1 and 200),
  password text check (length(password) <= 200),
  check (password is null or user_name is not null)
);
create trigger machine_opcua_changed after insert or update or delete on machine_opcua
  for each statement execute function raise_directory_version();
`,
} as const
