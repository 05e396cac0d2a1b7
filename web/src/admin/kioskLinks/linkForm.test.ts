// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { addressOfLine, linkStatus } from './linkForm.ts'

const now = Date.UTC(2026, 10, 21, 14, 30)
const ago = (minutes: number) => new Date(now - minutes * 60_000)
const link = { revokedAt: null, expiresAt: null, lastSeenAt: null, pinSpent: false }

test.each([
  [{}, 'notOpened'],
  [{ lastSeenAt: ago(1) }, 'shown'],
  [{ lastSeenAt: ago(4) }, 'notShown'],
  [{ lastSeenAt: ago(1), expiresAt: ago(-1) }, 'shown'],
  [{ lastSeenAt: ago(1), expiresAt: ago(0) }, 'ended'],
  [{ lastSeenAt: ago(1), expiresAt: ago(5), revokedAt: ago(9) }, 'revoked'],
  [{ lastSeenAt: ago(1), pinSpent: true }, 'pinSpent'],
  [{ pinSpent: true, expiresAt: ago(0) }, 'ended'],
])('a link with %j is %s', (rest, status) => {
  expect(linkStatus({ ...link, ...rest }, now)).toBe(status)
})

test('the token of a link stays behind the # when the address names a line', () => {
  expect(addressOfLine('https://plant.example/wall#T0ken', 'Hall 2/Line 3')).toBe(
    'https://plant.example/wall?line=Hall+2%2FLine+3#T0ken',
  )
})
