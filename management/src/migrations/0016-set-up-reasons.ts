/**
 * Which reasons are set-up, a class of its own among the losses of OEEE (D116). Those of our templates are marked by their English names;
 * the mark moves no second of planned time.
 */
export const setUpReasons = {
  version: 16,
  name: 'set-up reasons',
  sql: `
alter table reason add column set_up boolean not null default false;
update reason set set_up = true
where cause = 'operator'
  and name ->> 'en' in ('Cleaning', 'Routine cleaning', 'Changeover', 'Product change', 'Tool change', 'Film change');
`,
}
