import { expect, test } from 'vitest'
import { isOtherVersion } from './wallVersion.ts'

const page = (script: string) =>
  `<!doctype html><html><head><script type="module" crossorigin src="${script}"></script></head></html>`

test('another entry script is another version', () => {
  expect(isOtherVersion(page('/assets/index-b.js'), '/assets/index-a.js')).toBe(true)
  expect(isOtherVersion(page('/assets/index-a.js'), '/assets/index-a.js')).toBe(false)
})

test('what is no page of ours is no reason to load anew', () => {
  for (const text of ['', '<h1>502 Bad Gateway</h1>', '{"message":"There is nothing here."}']) {
    expect(isOtherVersion(text, '/assets/index-a.js')).toBe(false)
  }
  expect(isOtherVersion(page('/assets/index-a.js'), null)).toBe(false)
})
