/**
 * What a client says of its operators has three values: nothing (as before), their figures may be compared, or their names are left out for users
 * and links. Wrong PINs of a link are counted, and whether its PIN may have fewer than six digits; of those before it is not known.
 */
export const operatorNames = {
  version: 32,
  name: 'operator names',
  sql: `
alter table client
  alter column operator_rows drop default,
  alter column operator_rows type text using case when operator_rows then 'allowed' else 'notSet' end,
  alter column operator_rows set default 'notSet',
  add constraint client_operator_rows check (operator_rows in ('notSet', 'allowed', 'forbidden'));
alter table kiosk_link
  add column wrong_pins integer not null default 0,
  add column short_pin boolean not null default false;
update kiosk_link set short_pin = true where pin_hash is not null;
`,
} as const
