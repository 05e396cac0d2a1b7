import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The faults that the page must speak of. */
const faults = [
  ...Array.from({ length: 13 }, (_, index) => index + 1),
  ...[18, 19, 20, 21, 22, 23, 28, 29, 30],
  ...Array.from({ length: 12 }, (_, index) => index + 37),
].map((number) => `F${number}`)
/** Input that is small and much to build, one door each. */
const bombs = Array.from({ length: 10 }, (_, index) => `B${index + 1}`)

type Row = { readonly fault: string; readonly file: string; readonly name: string }

const rowsOf = (page: string): Row[] =>
  [...page.matchAll(/^\| `([FB]\d+)` \| .+? \| `([\w./-]+)`: “(.+?)” \| .+ \|$/gm)].map(
    ([, fault = '', file = '', name = '']) => ({ fault, file, name }),
  )

const lost = (rows: readonly Row[]) =>
  rows
    .filter(({ file, name }) => {
      const path = join(root, file)
      return !existsSync(path) || !readFileSync(path, 'utf8').includes(name)
    })
    .map(({ fault, name }) => `${fault}: ${name}`)

test('each fault of ingest and each door has a row, and the test that the row names is there', () => {
  const rows = rowsOf(readFileSync(join(root, 'docs/rules/faults.md'), 'utf8'))
  expect(rows.map(({ fault }) => fault)).toEqual([...faults, ...bombs])
  expect(lost(rows)).toEqual([])
  const file = 'house/faults.test.ts'
  expect(
    lost([{ fault: 'F1', file, name: ['a', 'name', 'of', 'no', 'test'].join('~') }]),
  ).toHaveLength(1)
})
