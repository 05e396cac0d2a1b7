/** A recipe decides for how long a warning of its product still runs (D60), so the machine directory shows it. */
export const recipesInTheDirectory = {
  version: 10,
  name: 'recipes in the directory',
  sql: `
create trigger directory_changed after insert or update or delete on product_recipe
  for each statement execute function raise_directory_version();
`,
} as const
