// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { isThere } from './useSignatures.ts'

const at = Date.parse('2026-11-21T05:58:10.000Z')
const signature = { by: 'J. Okafor', at: new Date(at), receivedAt: new Date(at + 1_000) }
const note = { id: 1, text: 'Reel is ready', machineId: null, by: 'J. Okafor', at: new Date(at) }

test('a signature whose answer was lost is on the page with its own time', () => {
  const page = { signatures: { over: signature, takeover: null }, notes: [] }
  expect(isThere(page, { side: 'over', tappedAt: at, text: '' })).toBe(true)
  expect(isThere(page, { side: 'over', tappedAt: at + 1, text: '' })).toBe(false)
  expect(isThere(page, { side: 'takeover', tappedAt: at, text: '' })).toBe(false)
})

test('a note is there when its words are, unless somebody wrote the same words before', () => {
  const page = { signatures: { over: null, takeover: null }, notes: [note] }
  expect(isThere(page, { side: null, tappedAt: at - 2_000, text: 'Reel is ready' })).toBe(true)
  expect(isThere(page, { side: null, tappedAt: at + 60_000, text: 'Reel is ready' })).toBe(false)
  expect(isThere(page, { side: null, tappedAt: at, text: 'Reel' })).toBe(false)
})
