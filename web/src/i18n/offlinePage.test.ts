// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const folder = join(import.meta.dirname, '../../pwa')
const page = readFileSync(join(folder, 'offline.html'), 'utf8')
const script = readFileSync(join(folder, 'offline.js'), 'utf8')

/** The page that stands alone, without any other file of the screens; its script runs as the browser runs it. */
function openOffline(languages: readonly string[]) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  document.documentElement.lang = 'en'
  document.body.innerHTML = /<body>(.*)<script/s.exec(page)?.[1] ?? ''
  new Function(script)()
  return document.querySelector('main')?.textContent?.replaceAll(/\s+/g, ' ') ?? ''
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each([
  [['en-GB', 'de'], 'en', 'Packboard cannot be reached since ', 'Try again'],
  [['ja'], 'en', 'Packboard cannot be reached since ', 'Try again'],
  [['de-AT', 'en'], 'de', ' nicht erreichbar.', 'Erneut versuchen'],
  [['it'], 'it', 'Packboard non è raggiungibile dal ', 'Riprova'],
  [['pt-BR', 'es-MX'], 'es', 'No se puede acceder a Packboard desde el ', 'Reintentar'],
  [['FR-ca'], 'fr', 'Packboard est injoignable depuis le ', 'Réessayer'],
])(
  'whoever reads %j is told in %s that there is no server, and since when',
  (tags, language, words, again) => {
    const said = openOffline(tags)
    expect(document.documentElement.lang).toBe(language)
    expect(said).toContain(words)
    expect(said).toMatch(/\d\d-\d\d-\d{4} \d\d:\d\d:\d\d \(/)
    expect(document.querySelector('button')?.textContent).toBe(again)
    if (language !== 'en') expect(said).not.toMatch(/reached|figures|Trying/)
  },
)

test('what was chosen on the screens goes before what the browser speaks', () => {
  localStorage.setItem('packboard.language', 'fr')
  expect(openOffline(['de'])).toContain('Packboard est injoignable')
  localStorage.setItem('packboard.language', 'en')
  expect(openOffline(['de'])).toContain('Packboard cannot be reached')
})
