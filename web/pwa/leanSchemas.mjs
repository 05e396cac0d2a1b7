// Leaves out of the screens what zod brings for servers only: the page never makes a JSON Schema out of a schema, and shows
// words of its own where an answer does not fit.
import { readFile } from 'node:fs/promises'

const jsonSchema =
  /\/zod\/v4\/core\/(json-schema-processors|json-schema-generator|to-json-schema)\.js$/
const englishFaults = /\/zod\/v4\/locales\/en\.js$/

/** A module with the same names, each of which only throws. */
function hollow(code) {
  const names = [...code.matchAll(/^export (?:function|class|const) (\w+)/gm)].map(
    ([, name]) => name,
  )
  return [
    `const none = () => { throw new Error('no JSON Schema in a page') }`,
    ...names.map((name) => `export const ${name} = none`),
  ].join('\n')
}

export function leanSchemas() {
  return {
    name: 'packboard-lean-schemas',
    apply: 'build',
    async load(id) {
      if (jsonSchema.test(id)) return hollow(await readFile(id, 'utf8'))
      if (englishFaults.test(id))
        return 'export default () => ({ localeError: ({ code }) => code })'
      return undefined
    },
  }
}
