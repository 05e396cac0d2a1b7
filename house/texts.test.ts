import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesBelow } from './sources.ts'
import { looseTexts } from './texts.ts'

/**
 * Every text of the screens is in the catalogue (web/src/i18n), in each language. See docs/languages.md for how to move
 * one there.
 */

const root = join(import.meta.dirname, '..')

const found = filesBelow(root, 'web/src')
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/i18n\//.test(path))
  .flatMap((path) =>
    looseTexts(path, readFileSync(join(root, path), 'utf8')).map((loose) => ({ path, ...loose })),
  )

test('no text of a screen stands outside of the catalogue', () => {
  expect(found.map(({ path, line, text }) => `${path}:${line} ${text}`)).toEqual([])
})

test('no style and no script looks for a part by its text, which each language says otherwise', () => {
  const byText = filesBelow(root, 'web/src')
    .filter((path) => /\.(tsx?|css)$/.test(path) && !/\.test\.tsx?$|\/test\//.test(path))
    .filter((path) =>
      /\[(aria-label|title|alt|placeholder)[~|^$*]?=["']/.test(
        readFileSync(join(root, path), 'utf8'),
      ),
    )
  expect(byText).toEqual([])
})

describe('a loose text would be seen', () => {
  test.each([
    ['between tags', '<p>Loading...</p>', 'Loading...'],
    ['as a choice', `<p>{busy ? 'Adding...' : say('add')}</p>`, 'Adding...'],
    ['behind a condition', `<p>{failed && 'Could not load.'}</p>`, 'Could not load.'],
    ['put together', '<p>{first + " of " + count}</p>', 'of'],
    ['read aloud', '<nav aria-label="Pages" />', 'Pages'],
    ['in a field', `<input placeholder={open ? 'Select...' : ''} />`, 'Select...'],
    ['in a list of columns', `[{ title: 'Serial No' }]`, 'Serial No'],
    ['in a function of a row', '[{ label: (row) => "Open " + row.name }]', 'Open'],
    ['as the title of a page', `usePageTitle('Home')`, 'Home'],
    ['in a toast', `showToast(done ? 'Success!' : words)`, 'Success!'],
    ['in a failure', `throw new CallFailed(0, 'There is no chart.')`, 'There is no chart.'],
  ])('%s', (_where, code, text) => {
    const loose = looseTexts(
      'web/src/a.tsx',
      `const a = () => { ${code.startsWith('throw') ? code : `return ${code}`} }`,
    )
    expect(loose.map((one) => one.text)).toEqual([text])
  })
})

test.each([
  `<p>{say('loading')}</p>`,
  `<Card title={say('packs')} aria-busy="true" className="panel card" />`,
  `<p>{hours}<u>h</u> {minutes}<u>m</u></p>`,
  `<b>{speed} ppm</b>`,
  `[{ title: 'daySummary', key: 'Some key' }]`,
  `<Message title={client?.name ?? say('pageTitle')} />`,
])('what is no text, or comes from the catalogue, is left alone: %s', (code) => {
  expect(looseTexts('web/src/a.tsx', `const a = () => ${code}`)).toEqual([])
})
