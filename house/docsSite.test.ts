import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anchorsOf, docsGroups, siteText } from '../scripts/docsPages.mjs'

/** The documentation site: every document is a page of it, and every link leads somewhere, to the heading that it names. */

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

test('links become those of the site; what leads nowhere is seen', () => {
  const copies = new Set<string>()
  const broken: string[] = []
  const text = [
    '[a](../operations.md#upgrades) [b](README.md) [c](../../plant/README.md) [d](https://a.example/b)',
    '[e](../decisions/) [f](../../deploy/packboard.service) [g](gone.md) [h](../operations.md#gone) `[i](gone.md)`',
  ].join('\n')
  const page = { source: 'docs/manual/panel.md', page: 'manual/panel.html', title: 'P', text }
  expect(siteText(root, page, bySource, { copies, broken })).toBe(
    [
      '[a](../operations.html#upgrades) [b](index.html) [c](../repository/plant/index.html) [d](https://a.example/b)',
      '[e](../decisions/index.html) [f](../files/deploy/packboard.service.txt) g [h](../operations.html#gone) `[i](gone.md)`',
    ].join('\n'),
  )
  expect(broken).toEqual([
    'docs/manual/panel.md: gone.md',
    'docs/manual/panel.md: ../operations.md#gone',
  ])
  expect([...copies]).toEqual(['deploy/packboard.service'])
  expect([...anchorsOf('# A `b`, C\n## A b c\n```\n# not\n```\n')]).toEqual(['a-b-c', 'a-b-c-1'])
})
