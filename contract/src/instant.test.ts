import { describe, expect, test } from 'vitest'
import { instant } from './endpoint.ts'
import { z } from './z.ts'

describe('a moment on the wire', () => {
  test('is a text in UTC, with milliseconds when it is written', () => {
    expect(instant.parse('2026-03-29T01:00:00Z')).toEqual(new Date(Date.UTC(2026, 2, 29, 1)))
    expect(z.encode(instant, new Date(1_774_746_000_000))).toBe('2026-03-29T01:00:00.000Z')
  })

  test.each([
    '2026-03-29',
    '2026-02-30T00:00:00Z',
    '2026-03-29T24:00:00Z',
    '2026-03-29T01:00:00+01:00',
    '2026-03-29T01:00:00',
    'Sun, 29 Mar 2026 01:00:00 GMT',
    '1774746000000',
    '',
  ])('%j is none, and the field is named', (text) => {
    const { error } = z.object({ from: instant }).safeParse({ from: text })
    expect(error?.issues).toMatchObject([
      {
        code: 'invalid_format',
        format: 'datetime',
        path: ['from'],
        message: 'Invalid ISO datetime',
      },
    ])
  })

  test.each([1_774_746_000_000, null, undefined])('%j is no text', (given) => {
    expect(instant.safeParse(given).error?.issues).toMatchObject([{ code: 'invalid_type' }])
  })

  test('a date that is none is not written', () => {
    expect(() => z.encode(instant, new Date(Number.NaN))).toThrow(/expected date/)
  })
})
