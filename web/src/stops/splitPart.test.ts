// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { labelChange, newKey, partsToName, stretchOf } from './labels.ts'
import { splitChanges, splitRange } from './splitPart.ts'

const at = (clock: string) => new Date(`2026-11-20T${clock}Z`)
const part = (from: string, to: string, reason: string | null, labelId: number | null) => ({
  ...{ start: at(from), end: at(to), seconds: 0, reason, labelId, note: 'n', by: null, at: null },
  ...{ planned: null, overrunAt: null },
})
const cut = at('07:03:00').getTime()

test('a part is split at whole seconds inside of it', () => {
  const { first, last } = splitRange({ start: at('07:00:00.250'), end: at('07:00:05.750') }) ?? {}
  expect([first, last]).toEqual([at('07:00:01').getTime(), at('07:00:05').getTime()])
  expect(splitRange({ start: at('07:00:00'), end: at('07:00:01') })).toBeNull()
})

test('only a half with another reason is sent, and both halves together are the part', () => {
  const heater = part('07:00:00', '07:05:00', 'heater', 4)
  expect(splitChanges(heater, cut, { first: 'heater', second: 'warmUp' }, false)).toEqual([
    {
      ...{ action: 'label', from: at('07:03:00').toISOString(), to: at('07:05:00').toISOString() },
      ...{ replaces: [4], reason: 'warmUp', note: 'n', untilRun: false },
    },
  ])
  const both = splitChanges(
    part('07:00:00', '07:05:00', null, null),
    cut,
    { first: 'heater', second: 'warmUp' },
    true,
  )
  expect(both.map(({ from, to }) => [from, to])).toEqual([
    [at('07:00:00').toISOString(), at('07:03:00').toISOString()],
    [at('07:03:00').toISOString(), at('07:05:00').toISOString()],
  ])
  expect(both).toMatchObject([{ untilRun: false }, { untilRun: true }])
})

test('a stretch names every label in it once', () => {
  const parts = [
    part('07:00:00', '07:02:00', 'a', 4),
    part('07:02:00', '07:03:00', null, null),
    part('07:03:00', '07:05:00', 'a', 4),
    part('07:05:00', '07:06:00', null, 7),
  ]
  expect(stretchOf(parts)).toEqual({
    from: at('07:00:00').toISOString(),
    to: at('07:06:00').toISOString(),
    replaces: [4, 7],
  })
})

test('one press names the whole stop, or the first stretch without a reason', () => {
  const none = [part('07:00:00', '07:02:00', null, null), part('07:02:00', '07:03:00', null, 7)]
  expect(partsToName(none)).toEqual(none)
  const named = part('07:03:00', '07:05:00', 'a', 4)
  expect(partsToName([named, ...none])).toEqual(none)
  expect(partsToName([...none, named, ...none])).toEqual(none)
  expect(partsToName([named])).toEqual([])
})

test('only the end of a stop that goes on is named until it runs', () => {
  const parts = [part('07:00:00', '07:02:00', 'a', 4), part('07:02:00', '07:03:00', null, null)]
  const change = (goesOn: boolean, index: number) =>
    labelChange({ parts, goesOn }, parts.slice(index, index + 1), 'r', '')
  expect(change(true, 1)).toMatchObject({ untilRun: true })
  expect(change(true, 0)).toMatchObject({ untilRun: false })
  expect(change(false, 1)).toMatchObject({ untilRun: false })
})

test('a key is a random UUID', () => {
  const keys = new Set(Array.from({ length: 100 }, newKey))
  expect(keys.size).toBe(100)
  for (const key of keys) {
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
})
