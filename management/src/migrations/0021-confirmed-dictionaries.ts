/**
 * A named dictionary is right once a person has confirmed it; until then the figures of its machine are provisional
 * (decision 45). Dictionaries that are in use already count as confirmed, by nobody.
 */
export const confirmedDictionaries = {
  version: 21,
  name: 'confirmed dictionaries',
  sql: `
alter table machine
  add column dictionary_confirmed_at timestamptz,
  add column dictionary_confirmed_by integer references user_account on delete set null,
  add constraint machine_dictionary_confirmed
    check (dictionary_confirmed_by is null or dictionary_confirmed_at is not null);
update machine set dictionary_confirmed_at = now() where connector in ('packmlTags', 'sparkplug', 'opcua');
`,
} as const
