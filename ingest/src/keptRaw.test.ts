import { expect, test } from 'vitest'
import { createKeptRaw } from './recordScan/cutRecord.ts'

const why = { reason: 'malformed', detail: 'no' } as const

test('a record that became longer than one may be loses its end, and says so', () => {
  const keptRaw = createKeptRaw()
  expect(keptRaw({ a: 'x'.repeat(16_300) }, why)).toMatchObject({ reason: 'malformed' })
  expect(keptRaw('é'.repeat(8_193), why)).toEqual({
    reason: 'cut',
    detail: 'no; 16384 of its 16386 bytes are kept',
    raw: 'é'.repeat(8_192),
  })
})

test('a message of which many records are quarantined is kept once; equal lines are each kept', () => {
  const keptRaw = createKeptRaw()
  const message = { topic: 'a', payload: 'x'.repeat(10_000) }
  const [first, second] = [keptRaw(message, why), keptRaw(message, why)]
  expect(first.raw).toContain('xxx')
  expect(second.raw.length).toBeLessThan(100)
  expect(keptRaw({ ...message }, why).raw).toBe(first.raw)
  expect([keptRaw('line', why).raw, keptRaw('line', why).raw]).toEqual(['line', 'line'])
})
