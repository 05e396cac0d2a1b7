import type { MachineMessages } from '@packboard/telemetry/read'
import { expect, test } from 'vitest'
import { isQuiet, lightOf } from './connectionLight.ts'

const noon = Date.UTC(2026, 10, 21, 12)

type Became = MachineMessages['messages'][number]['became']

/** Messages of one machine, the newest first, a second apart. */
function messages(goodAt: number | null, ...became: readonly Became[]): MachineMessages {
  return {
    goodAt,
    messages: became.map((one, index) => {
      const came = {
        ...{ no: became.length - index, receivedAt: noon - index * 1_000 },
        ...{ source: 'http', raw: () => '{}' },
      }
      return one === 'quarantined'
        ? { ...came, became: one, reason: 'malformed', detail: '', serialNo: '' }
        : { ...came, became: one }
    }),
  }
}
const never = { heardAt: null, isLive: false, refused: 0 }

test.each([
  ['nothing ever came', messages(null), never, 'waiting'],
  ['accepted within the hold limit', messages(noon, 'stored'), undefined, 'good'],
  [
    'accepted longer ago',
    messages(noon, 'stored'),
    { ...never, heardAt: noon - 5, isLive: false },
    'quiet',
  ],
  [
    'a session that lives without a message',
    messages(noon, 'stored'),
    { ...never, heardAt: noon, isLive: true },
    'good',
  ],
  ['the newest was not accepted', messages(noon - 1_000, 'quarantined', 'stored'), never, 'wrong'],
  [
    'late three times in a row',
    messages(noon, 'late', 'late', 'late', 'stored'),
    undefined,
    'late',
  ],
  ['late twice', messages(noon, 'late', 'late', 'stored'), undefined, 'good'],
  ['stored before a restart', messages(null), { ...never, heardAt: noon - 9_000_000 }, 'quiet'],
  ['refused before a restart', messages(null), { ...never, refused: 3 }, 'wrong'],
] as const)('%s: %o', (_, remembered, stored, light) => {
  expect(lightOf(remembered, stored).light).toBe(light)
})

test('the time is that of the newest accepted message, or of the newest stored sample', () => {
  const stored = { heardAt: noon - 60_000, isLive: false, refused: 2 }
  expect(lightOf(messages(noon, 'stored'), stored).goodAt).toEqual(new Date(noon))
  expect(lightOf(messages(null), stored)).toEqual({
    ...{ light: 'quiet', goodAt: new Date(noon - 60_000), refused: 2 },
  })
})

test('a machine is quiet once its hold limit is over', () => {
  expect(isQuiet(null, noon, 90_000)).toBe(true)
  expect(isQuiet(noon - 90_000, noon, 90_000)).toBe(false)
  expect(isQuiet(noon - 90_001, noon, 90_000)).toBe(true)
})
