import { afterEach, expect, test } from 'vitest'
import { capturedLog } from '../../testing/capturedLog.ts'
import { readConfig } from '../config.ts'
import { createHttpApp } from '../http/createApp.ts'
import { securityTxtRoute } from './openPages.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function fileWith(env: Record<string, string>) {
  const app = createHttpApp({ log: capturedLog().log })
  closers.push(() => app.close())
  securityTxtRoute(app, { config: readConfig(env), now: () => Date.UTC(2026, 10, 29, 12) })
  // Who calls decides nothing of it.
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  return app.inject({ url: '/.well-known/security.txt', headers })
}

test('names the configured contact, an end within a year, and the page of this installation', async () => {
  const answer = await fileWith({
    PUBLIC_URL: 'https://packboard.example.com/line',
    SECURITY_CONTACT: 'mailto:security@example.com',
  })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'text/plain; charset=utf-8',
  ])
  expect(answer.body.split('\n')).toEqual([
    'Contact: mailto:security@example.com',
    'Expires: 2027-05-28T12:00:00Z',
    'Policy: https://packboard.example.com/line/docs/security.html#report-a-weakness',
    'Canonical: https://packboard.example.com/line/.well-known/security.txt',
    '',
  ])
})

test('without a contact the page on reporting is it; a contact suffices without an address', async () => {
  const page = await fileWith({ PUBLIC_URL: 'https://packboard.example.com' })
  expect(page.body).toMatch(/^Contact: https:\/\/packboard\.example\.com\/docs\/security\.html#/)
  const contact = await fileWith({ SECURITY_CONTACT: 'https://example.com/report' })
  expect(contact.body).toBe('Contact: https://example.com/report\nExpires: 2027-05-28T12:00:00Z\n')
})

test.each([{}, { PUBLIC_URL: 'http://127.0.0.1:8080' }])('there is none with %j', async (env) => {
  expect((await fileWith(env)).statusCode).toBe(404)
})

test.each([
  'security@example.com',
  'http://example.com',
  'mailto:',
  'mailto:a@b.c\nExpires: never',
])('the contact %j is refused in one sentence', (text) => {
  expect(() => readConfig({ SECURITY_CONTACT: text })).toThrow(/^SECURITY_CONTACT must be .+\.$/)
})
