/**
 * A machine that speaks Sparkplug B has an address that its topics can hold, and a state dictionary. A machine without
 * them was never heard; it is set to send our own JSON, as a new one is.
 */
export const sparkplug = {
  version: 18,
  name: 'addresses of Sparkplug B',
  sql: `
update machine set connector = 'mqttJson', topic_prefix = null, dictionary = null
  where connector = 'sparkplug'
    and (topic_prefix is null or dictionary is null or topic_prefix !~ '^[^/+#]+/[^/+#]+(/[^/+#]+)?$');
alter table machine add constraint machine_sparkplug_address check (
  connector <> 'sparkplug'
  or (topic_prefix is not null and dictionary is not null and topic_prefix ~ '^[^/+#]+/[^/+#]+(/[^/+#]+)?$'));
`,
} as const
