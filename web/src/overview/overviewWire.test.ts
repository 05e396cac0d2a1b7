// @vitest-environment jsdom
import { machineRecord } from '@packboard/contract'
import { expect, test } from 'vitest'
import { wireRecord } from '../../testing/wireAnswers.ts'
import { cardFromWire } from './overviewWire.ts'

test('the words of the wire become the words of the house, and nothing is lost', () => {
  const card = cardFromWire(machineRecord.parse(wireRecord({ reason: 'Web break' })))
  expect(card).toEqual({
    serialNo: 'FW-101',
    offline: false,
    state: 10,
    product: 'Choc Bar 45 g',
    tool: 'T45-B',
    user: 'M. Hughes',
    speedPpm: 158,
    at: new Date('2026-11-21T14:32:07Z'),
    stateSince: new Date('2026-11-21T12:00:00Z'),
    reason: 'Web break',
    holdUntil: new Date('2099-01-01T00:00:00Z'),
    batchPacks: 61_817,
    totalPacks: 75_378,
    run: 28_423,
    alarm: 0,
    idle: 1_654,
    ancillary: 653,
    meanSpeedPpm: 157,
    speedSeconds: 30_000,
    graph: { at: [new Date('2026-11-21T14:20:00Z')], ppm: [158] },
    strip: [
      {
        from: new Date('2026-11-21T14:00:00Z'),
        to: new Date('2026-11-21T14:32:10Z'),
        state: 10,
      },
    ],
  })
})
