import { expect, test } from 'vitest'
import { companySession, startCompany } from './companySignIn.ts'

test('what the browser made is 256 bits', () => {
  const good = 'x'.repeat(43)
  expect(startCompany.query.safeParse({ challenge: good }).success).toBe(true)
  expect(companySession.body.safeParse({ code: good, secret: good }).success).toBe(true)
  for (const wrong of ['', 'x'.repeat(42), `${'x'.repeat(42)}=`, `${good}x`]) {
    expect(startCompany.query.safeParse({ challenge: wrong }).success).toBe(false)
  }
})
