import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { migrations as managementSteps } from '../management/src/migrations/migrate.ts'
import { migrations as telemetrySteps } from '../telemetry/src/clickhouse/migrations/migrate.ts'
import { filesBelow } from './sources.ts'

/** What a document names is there: the files in backticks, and the targets of its links. */

const root = join(import.meta.dirname, '..')
const all = filesBelow(root)
/** Letters are superseded, never rewritten: they name what was there on their day. */
const documents = all.filter(
  (path) => path.endsWith('.md') && !path.startsWith('docs/decisions/') && !/CHANGELOG/.test(path),
)

function missingIn(path: string, text: string): string[] {
  const named = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|sql|css))`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !all.some((file) => file === name || file.endsWith(`/${name}`)))
    .filter((name) => !existsSync(join(root, dirname(path), name)))
  const linked = [...text.matchAll(/\]\(([^)#\s:]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !existsSync(join(root, dirname(path), target)))
  return [...named, ...linked].map((name) => `${path}: ${name}`)
}

test('every file that a document names is there', () => {
  expect(documents.length).toBeGreaterThan(15)
  expect(
    documents.flatMap((path) => missingIn(path, readFileSync(join(root, path), 'utf8'))),
  ).toEqual([])
})

/** Folders in backticks, from the root or, as `routes/`, by the end of their path. */
const missingFolders = (text: string) =>
  [...text.matchAll(/`((?:[\w.-]+\/)+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !all.some((file) => file.startsWith(name) || file.includes(`/${name}`)))

test('every folder that the recipes and the tree of CONTRIBUTING name is there', () => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  expect(text).toContain('## Six recipes')
  expect(missingFolders(text)).toEqual([])
  expect(missingFolders('`web/src/` and `web/gone/`')).toEqual(['web/gone/'])
})

test('a file or a link that is gone would be seen', () => {
  expect(missingIn('docs/a.md', 'see `gone.ts`, `house/sources.ts` and [b](gone.md)')).toEqual([
    'docs/a.md: gone.ts',
    'docs/a.md: gone.md',
  ])
})

test('the page of figures says when rejects are null, and the rule that settles it is there (D89)', () => {
  const figures = readFileSync(join(root, 'docs/figures.md'), 'utf8').replace(/\s+/g, ' ')
  expect(figures).toContain(
    'They are `null` (“not measured”, D21, D89) where a window and filter hold no time and no reading after the machine first reported a reject counter: also in a window that is OFFLINE from end to end, in which nothing was measured. Else they are a number.',
  )
  expect(readFileSync(join(root, 'docs/rules/decisions.md'), 'utf8')).toContain('\n| D89 |')
})

test('the page of upgrades has a row for each step of both schemas', () => {
  const page = readFileSync(join(root, 'docs/operations/upgrade.md'), 'utf8')
  const lacking = (store: string, steps: readonly { version: number; name: string }[]) =>
    steps.filter(({ version, name }) => !page.includes(`\n| ${store} ${version} | ${name} |`))
  expect(lacking('records', telemetrySteps)).toEqual([])
  expect(lacking('management', managementSteps)).toEqual([])
})

test('the changelog has a line a change, and begins with the version of the package', () => {
  const lines = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split('\n')
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { version } = z.object({ version: z.string() }).parse(manifest)
  expect(lines.find((line) => line.startsWith('## '))).toBe(`## ${version}`)
  const changes = lines.filter((line) => line.startsWith('- '))
  expect(changes.length).toBeGreaterThan(100)
  expect(changes.filter((line) => line.length > 300)).toEqual([])
  // What goes on in a second line would be a paragraph.
  expect(lines.filter((line) => /^\s+\S/.test(line))).toEqual([])
})
