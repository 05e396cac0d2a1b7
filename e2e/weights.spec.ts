import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'

const built = join(import.meta.dirname, '../web/dist')
const assets = join(built, 'assets')
const kilobyte = 1_000

/**
 * The scripts that a page needs before it is drawn, packed by gzip: what the page itself names and what its chunks import,
 * without what they load later. In kB; the English texts of a page are among them.
 */
const pages = [
  { page: 'sign-in', chunks: [], texts: [], most: 180 },
  {
    page: 'tiles',
    chunks: ['AdminShell', 'HomeScreen'],
    texts: ['machineTexts'],
    most: 310,
  },
  {
    page: 'overview',
    chunks: ['AdminShell', 'DashboardScreen'],
    texts: ['machineTexts'],
    most: 330,
  },
  {
    page: 'production',
    chunks: ['AdminShell', 'ProductionScreen'],
    texts: ['machineTexts', 'furtherTexts'],
    most: 360,
  },
]

const read = (file: string) => readFileSync(join(assets, file), 'utf8')

/** A word that only the English file of these texts has. */
const englishOnly: Record<string, string> = {
  machineTexts: 'Machine overview',
  furtherTexts: 'Audit Trail',
}

function fileOf(chunk: string): string {
  const named = readdirSync(assets).filter(
    (file) => file.startsWith(`${chunk}-`) && /\.js$/.test(file),
  )
  const word = englishOnly[chunk]
  const found = word === undefined ? named : named.filter((file) => read(file).includes(word))
  expect(found, chunk).toHaveLength(1)
  return found[0] ?? ''
}

function closureOf(first: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>()
  const open = [...first]
  for (const file of open) {
    if (files.has(file)) continue
    files.add(file)
    const imports = read(file).matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)
    for (const [, imported = ''] of imports) open.push(imported)
  }
  return files
}

const ofThePage = () =>
  [...readFileSync(join(built, 'index.html'), 'utf8').matchAll(/"\/assets\/([^"]+\.js)"/g)].map(
    ([, file = '']) => file,
  )

for (const { page, chunks, texts, most } of pages) {
  test(`the scripts of the page ${page} are packed at most ${most} kB`, () => {
    const files = closureOf([...ofThePage(), ...[...chunks, ...texts].map(fileOf)])
    let bytes = 0
    for (const file of files) bytes += gzipSync(read(file), { level: 9 }).length
    expect(bytes).toBeLessThanOrEqual(most * kilobyte)
  })
}
