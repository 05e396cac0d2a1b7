import type { MachineMessages } from '@packboard/telemetry/read'
import { expect, test } from 'vitest'
import { lightOf } from './connectionLight.ts'

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
const never = { heardAt: null, isOffline: true, refused: 0 }
const live = { ...never, heardAt: noon, isOffline: false }
const clock = { now: noon + 20_000, holdMs: 90_000 }

test.each([
  ['nothing ever came', messages(null), never, 'waiting'],
  ['accepted within the hold limit', messages(noon, 'stored'), live, 'good'],
  [
    'its session ended within the hold limit, as Data Sources says',
    messages(noon, 'stored'),
    { ...live, isOffline: true },
    'quiet',
  ],
  [
    'accepted longer ago',
    messages(noon - 100_000, 'stored'),
    { ...live, heardAt: noon - 100_000, isOffline: true },
    'quiet',
  ],
  ['a session that lives without a message', messages(noon - 900_000, 'stored'), live, 'good'],
  ['the newest was not accepted', messages(noon - 1_000, 'quarantined', 'stored'), live, 'wrong'],
  ['late three times in a row', messages(noon, 'late', 'late', 'late', 'stored'), live, 'late'],
  ['late twice', messages(noon, 'late', 'late', 'stored'), live, 'good'],
  [
    'accepted now, of an hour ago',
    messages(noon, 'stored'),
    { ...live, heardAt: noon - 3_600_000, isOffline: true },
    'late',
  ],
  ['an alarm alone was accepted', messages(noon, 'stored'), never, 'good'],
  ['stored before a restart', messages(null), { ...never, heardAt: noon - 9_000_000 }, 'quiet'],
  ['live before a restart', messages(null), live, 'good'],
  ['refused before a restart', messages(null), { ...never, refused: 3 }, 'wrong'],
] as const)('%s: %o', (_, remembered, stored, light) => {
  expect(lightOf(remembered, stored, clock).light).toBe(light)
})

test('the time is that of the newest accepted message, or of the newest stored sample', () => {
  const stored = { heardAt: noon - 120_000, isOffline: true, refused: 2 }
  expect(lightOf(messages(noon, 'stored'), stored, clock).goodAt).toEqual(new Date(noon))
  expect(lightOf(messages(null), stored, clock)).toEqual({
    ...{ light: 'quiet', goodAt: new Date(noon - 120_000), refused: 2 },
  })
})
