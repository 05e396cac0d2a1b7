/**
 * What the management panel needs: a number of changes on every row that two people may edit at one time, a mark on
 * what was deleted with its client and comes back with it (D41), and devices that speak for a whole client.
 */
export const panel = {
  version: 3,
  name: 'panel',
  sql: `
alter table distributor add column version integer not null default 1;
alter table client add column version integer not null default 1;
alter table machine_type add column version integer not null default 1;
alter table machine
  add column version integer not null default 1,
  add column deleted_with_client boolean not null default false,
  add constraint machine_deleted_with_client check (deleted_at is not null or not deleted_with_client);
alter table user_account
  add column version integer not null default 1,
  add column deleted_with_client boolean not null default false,
  add constraint user_account_deleted_with_client check (deleted_at is not null or not deleted_with_client),
  -- A device that is bound to every machine of its client, also to those that are added later.
  add column every_machine boolean not null default false;

update user_account set every_machine = true where group_id = 5 and username like 'gateway-%';

create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger raise_version before update on distributor
  for each row when (old.* is distinct from new.*) execute function raise_version();
create trigger raise_version before update on client
  for each row when (old.* is distinct from new.*) execute function raise_version();
create trigger raise_version before update on machine_type
  for each row when (old.* is distinct from new.*) execute function raise_version();
create trigger raise_version before update on machine
  for each row when (old.* is distinct from new.*) execute function raise_version();
create trigger raise_version before update on user_account
  for each row when (old.* is distinct from new.*) execute function raise_version();
`,
}
