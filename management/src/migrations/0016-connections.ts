/**
 * How a machine sends is a setting that people change. One address belongs to one machine: of two, only one would
 * ever get a record. A machine may have a hold limit and a design speed of its own in place of those of its type.
 */
export const connections = {
  version: 16,
  name: 'connections of machines',
  sql: `
alter table machine
  drop constraint machine_connector_check,
  add constraint machine_connector_check
    check (connector in ('http', 'mqttJson', 'packmlTags', 'sparkplug', 'opcua')),
  -- Null: that of the machine type. 1 second to 24 hours.
  add column hold_ms integer check (hold_ms between 1000 and 86400000),
  add column design_ppm double precision check (design_ppm > 0 and design_ppm < 'infinity');
-- Of machines on one address, the one that was added last got the records; it keeps the address.
update machine set topic_prefix = null
  where topic_prefix is not null and deleted_at is null and exists (
    select from machine as later
    where later.topic_prefix = machine.topic_prefix and later.deleted_at is null and later.id > machine.id);
create unique index machine_topic_prefix on machine (topic_prefix) where deleted_at is null;
`,
} as const
