import { expect, test } from 'vitest'
import { attentionOf, type Watched } from './attention.ts'

const now = new Date('2026-11-21T14:32:00Z')
const at = (time: string) => new Date(`2026-11-21T${time}:00Z`)

const machine = (
  serialNo: string,
  state: number,
  since: string | null,
  over: Partial<Watched> = {},
): Watched => ({
  serialNo,
  state,
  offline: false,
  holdUntil: null,
  stateSince: since === null ? null : at(since),
  at: now,
  closed: undefined,
  ...over,
})

const plant = [
  machine('FW-101', 10, '12:00'),
  machine('FW-102', 8, '14:28'),
  machine('FW-201', 21, '14:25'),
  machine('FW-202', 19, '14:10'),
  machine('FW-301', 3, '14:20'),
  machine('FW-302', 5, '14:30'),
  machine('FW-303', 5, null),
  machine('FW-401', 13, '14:10'),
  machine('FW-402', 10, '10:00', { offline: true, at: at('11:37') }),
  machine('FW-403', 10, '10:00', {
    offline: true,
    closed: [{ from: at('06:00'), to: at('22:00') }],
  }),
]

test('the worst band comes first, in it the longest, at its end what is not known', () => {
  expect(attentionOf(plant, now).trouble).toEqual([
    ...['FW-301', 'FW-302', 'FW-303', 'FW-202', 'FW-201', 'FW-401', 'FW-402'],
  ])
})

test('Idle, running and not scheduled machines need nobody', () => {
  expect(attentionOf(plant, now)).toMatchObject({
    rest: ['FW-102', 'FW-101', 'FW-403'],
    running: 1,
    ready: 2,
  })
})

test('a machine whose hold limit has run out is OFFLINE, and so in the last band', () => {
  const silent = machine('FW-301', 3, '14:20', { holdUntil: at('14:31') })
  const { trouble } = attentionOf([silent, machine('FW-401', 13, '14:10')], now)
  expect(trouble).toEqual(['FW-401', 'FW-301'])
})

test('a state that nobody knows is no trouble, and nothing is nothing', () => {
  expect(attentionOf([machine('FW-101', 99, '14:00')], now)).toMatchObject({
    ...{ trouble: [], rest: ['FW-101'], running: 0, ready: 0 },
  })
  expect(attentionOf([], now)).toMatchObject({ trouble: [], rest: [] })
})
