import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { expect, test } from 'vitest'
import { searchOptions } from '../docs/site/assets/search.js'
import { anchorsOf, docsGroups, searchedSections, siteText } from '../scripts/docsPages.mjs'

/**
 * The documentation site: every document is a page of it, every link leads somewhere, to the heading that it names, and the search
 * finds first what a person uses.
 */

const root = join(import.meta.dirname, '..')
const groups = docsGroups(root)
const pages = groups.flatMap((group) => group.pages)
const bySource = new Map(pages.map((page) => [page.source, page]))

test('every document of docs/ is a page, and no two have one address', () => {
  const documents = execFileSync('git', ['ls-files', 'docs/*.md'], { cwd: root, encoding: 'utf8' })
  expect(
    documents
      .trim()
      .split('\n')
      .filter((path) => !bySource.has(path)),
  ).toEqual([])
  expect(new Set(pages.map(({ page }) => page)).size).toBe(pages.length)
})

test('every link of a page leads to a page, its heading, or a file of the repository', () => {
  const copies = new Set<string>()
  const broken: string[] = []
  for (const page of pages) siteText(root, page, bySource, { copies, broken })
  expect(broken).toEqual([])
  expect([...copies]).toContain('docs/manual/pictures/overview-1440.webp')
})

test('every link of the screens to the documentation leads to a page of it, and to the heading that it names', () => {
  const grep = [
    'grep',
    '-ohE',
    '\'/docs/[^\']*\'|"/docs/[^"]*"',
    '--',
    'web/src/*.ts',
    'web/src/*.tsx',
  ]
  const links = execFileSync('git', grep, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .map((found) => found.slice(1, -1))
    .filter((link) => link !== '' && link !== '/docs/')
  expect(links).toContain('/docs/manual/send-records.html#fields')
  const byAddress = new Map(pages.map((page) => [page.page, page]))
  const lost = links.filter((link) => {
    const [address = '', hash] = link.slice('/docs/'.length).split('#')
    const page = byAddress.get(address)
    return !page || (hash !== undefined && !anchorsOf(page.text).has(hash))
  })
  expect(lost).toEqual([])
})

test('links become those of the site; what leads nowhere is seen', () => {
  const copies = new Set<string>()
  const broken: string[] = []
  const text = [
    '[a](../operations/backup.md#backups) [b](README.md) [c](../../plant/README.md) [d](https://a.example/b)',
    '[e](../decisions/) [f](../../deploy/packboard.service) [g](gone.md) [h](../operations/backup.md#gone) `[i](gone.md)`',
  ].join('\n')
  const page = {
    source: 'docs/manual/panel.md',
    page: 'manual/panel.html',
    title: 'P',
    text,
    weight: 1,
  }
  expect(siteText(root, page, bySource, { copies, broken })).toBe(
    [
      '[a](../operations/backup.html#backups) [b](index.html) [c](../repository/plant/index.html) [d](https://a.example/b)',
      '[e](../decisions/index.html) [f](../files/deploy/packboard.service.txt) g [h](../operations/backup.html#gone) `[i](gone.md)`',
    ].join('\n'),
  )
  expect(broken).toEqual([
    'docs/manual/panel.md: gone.md',
    'docs/manual/panel.md: ../operations/backup.md#gone',
  ])
  expect([...copies]).toEqual(['deploy/packboard.service'])
  expect([...anchorsOf('# A `b`, C\n## A b c\n```\n# not\n```\n')]).toEqual(['a-b-c', 'a-b-c-1'])
})

/** What people search for, and the page that has to come first: of the manual, the figures or running it, never a decision letter. */
const firstFound = [
  ['connect', 'manual/connect.html'],
  ['backup', 'operations/backup.html'],
  ['oee', 'figures.html'],
  ['token', 'manual/connect.html'],
  ['stop', 'manual/stop-book.html'],
  ['alarm', 'manual/records.html'],
  ['mqtt', 'manual/send-records.html'],
  ['password', 'manual/sign-in.html'],
  ['upgrade', 'operations/upgrade.html'],
  ['exit code', 'operations/install.html'],
  ['settings', 'operations/settings.html'],
  ['firewall', 'firewall.html'],
] as const

test('the search finds first the page that says how to do it', () => {
  const index = new MiniSearch(searchOptions)
  index.addAll(searchedSections(pages))
  const first = firstFound.map(([words]) => {
    const [best] = index.search(words)
    return [words, String(best?.address).split('#')[0]]
  })
  expect(first).toEqual(firstFound)
})
