import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The rules of the page that are kept, and those that are tests, each list without the other's; and ids that stand twice. */
function disagreements(page: string, tests: string) {
  const rows = [...page.matchAll(/^\| `(tck-id-[\w-]+)` \| (.+) \|$/gm)]
  const kept = rows.flatMap(([, id = '', status]) => (status === 'kept' ? [id] : []))
  const tried = [...tests.matchAll(/^ {2}'(tck-id-[\w-]+)':/gm)].map(([, id = '']) => id)
  const ids = rows.map(([, id = '']) => id)
  return {
    withoutTest: kept.filter((id) => !tried.includes(id)),
    withoutRow: tried.filter((id) => !kept.includes(id)),
    twice: ids.filter((id, index) => ids.indexOf(id) !== index),
  }
}

test('each rule of Sparkplug that the page calls kept is a test, and each test is on the page', () => {
  const page = read('docs/rules/sparkplug.md')
  const tests = read('ingest/src/connectors/sparkplug/sparkplugRules.test.ts')
  expect(disagreements(page, tests)).toEqual({ withoutTest: [], withoutRow: [], twice: [] })
  expect(page.match(/^\| `tck-id/gm)?.length).toBeGreaterThan(80)
  expect(disagreements(`${page}| \`tck-id-x\` | kept |\n`, tests).withoutTest).toEqual(['tck-id-x'])
  expect(disagreements(page, `${tests}\n  'tck-id-y': a,\n`).withoutRow).toEqual(['tck-id-y'])
})
