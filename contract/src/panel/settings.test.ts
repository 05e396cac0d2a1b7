import { expect, test } from 'vitest'
import { setMachineTypeSettings, setProducts } from './settings.ts'

test('a wall time is a day of the calendar and a minute of the clock', () => {
  const isRight = (validFrom: unknown) =>
    setProducts.body.safeParse({ targets: [{ product: 'Bar', ppm: 60, validFrom }] }).success
  expect(['2026-12-07 06:00', undefined].map(isRight)).toEqual([true, true])
  const wrong = ['2026-02-30 06:00', '2026-12-07 24:00', '2026-12-07', '2026-12-07T06:00', null]
  expect(wrong.map(isRight)).toEqual(wrong.map(() => false))
})

test('a value fits its kind; a line, and a speed of all products, are none of a machine type', () => {
  const isRight = (setting: object) =>
    setMachineTypeSettings.body.safeParse({ settings: [setting] }).success
  expect(isRight({ kind: 'category', code: 13, value: 'run' })).toBe(true)
  expect(isRight({ kind: 'holdLimit', value: null })).toBe(true)
  expect(isRight({ kind: 'category', value: 'run' })).toBe(false)
  expect(isRight({ kind: 'designSpeed', value: 1_000_001 })).toBe(false)
  expect(isRight({ kind: 'line', value: 1 })).toBe(false)
  expect(isRight({ kind: 'targetSpeed', value: 60 })).toBe(false)
})
