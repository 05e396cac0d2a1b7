import { describe, expect, test } from 'vitest'
import { proposalFor, type StopSigns } from './labels.ts'
import { findReasonFault, type Reason, reasonsInOrder } from './reasons.ts'

const reason = (id: string, more: Partial<Reason> = {}): Reason => ({
  ...{ id, parent: null, name: { en: id }, icon: 'more', planned: false, cause: 'machine' },
  ...{ rank: 1, overrunSeconds: null, alarms: [], states: [], retired: false },
  ...more,
})
const film = reason('film', { alarms: [{ kind: 'group', value: 'Film' }] })
const snap = reason('snap', { alarms: [{ kind: 'text', value: 'Film snapped' }] })
const held = reason('held', { states: [13] })
const all = [film, snap, held, reason('plain')]
const signs = (more: Partial<StopSigns>): StopSigns => ({
  ...{ alarm: null, state: null, lastConfirmed: null },
  ...more,
})
const alarm = (text: string, group = 'Film') => ({ group, text })

describe('a proposal (D74)', () => {
  test.each<[string, Partial<StopSigns>, ReturnType<typeof proposalFor>]>([
    ['text before group', { alarm: alarm('Film snapped') }, { reason: 'snap', why: 'alarm' }],
    ['group', { alarm: alarm('Film low') }, { reason: 'film', why: 'alarm' }],
    [
      'a mapped alarm before what was confirmed',
      { alarm: alarm('Film low'), lastConfirmed: 'plain' },
      { reason: 'film', why: 'alarm' },
    ],
    [
      'what was confirmed before the state',
      { alarm: alarm('Door', 'Safety'), lastConfirmed: 'plain', state: 13 },
      { reason: 'plain', why: 'lastConfirmed' },
    ],
    [
      'the state, also of a stop with an unknown alarm',
      { alarm: alarm('Door', 'Safety'), state: 13 },
      { reason: 'held', why: 'state' },
    ],
    ['the state alone', { state: 13 }, { reason: 'held', why: 'state' }],
    ['nothing', { state: 5 }, null],
    ['what was confirmed is of alarms alone', { lastConfirmed: 'plain' }, null],
    ['a reason that is gone', { alarm: alarm('Door', 'Safety'), lastConfirmed: 'gone' }, null],
  ])('%s', (_, given, expected) => {
    expect(proposalFor(all, signs(given))).toEqual(expected)
  })

  test('a retired reason is never proposed', () => {
    const retired = all.map((one) => ({ ...one, retired: true }))
    for (const given of [
      { alarm: alarm('Film snapped') },
      { alarm: alarm('Door', 'Safety'), lastConfirmed: 'plain' },
      { state: 13 },
    ]) {
      expect(proposalFor(retired, signs(given))).toBeNull()
    }
  })
})

describe('reasons are a tree of two levels', () => {
  const below = (id: string, parent: string) => reason(id, { parent })
  test.each<[string, Reason[], string | null]>([
    ['one below another', [film, below('a', 'film')], null],
    ['three levels', [film, below('a', 'film'), below('b', 'a')], 'reasons.2.parent'],
    ['below itself', [below('a', 'a')], 'reasons.0.parent'],
    ['below nothing', [below('a', 'gone')], 'reasons.0.parent'],
    ['one id twice', [film, film], 'reasons.1.id'],
    [
      'an unplanned one with an overrun',
      [reason('a', { overrunSeconds: 60 })],
      'reasons.0.overrunSeconds',
    ],
    [
      'one name twice at one place',
      [reason('a'), reason('b', { name: { en: 'A' } })],
      'reasons.1.name.en',
    ],
    [
      'one name at two places',
      [film, reason('a'), { ...below('b', 'film'), name: { en: 'a' } }],
      null,
    ],
    ['one alarm of two', [snap, { ...snap, id: 'b', name: { en: 'b' } }], 'reasons.1.alarms'],
    ['one state of two', [held, reason('b', { states: [13] })], 'reasons.1.states'],
    ['one state twice', [reason('b', { states: [13, 13] })], 'reasons.0.states'],
    ['one alarm of two, one of them retired', [snap, { ...snap, id: 'b', retired: true }], null],
    ['too many', Array.from({ length: 201 }, (_, index) => reason(`reason ${index}`)), 'reasons'],
  ])('%s', (_, reasons, at) => {
    expect(findReasonFault(reasons)?.at ?? null).toBe(at)
  })

  test('in order by rank, each with those below it', () => {
    const list = [
      { ...below('b2', 'b'), rank: 2 },
      reason('b', { rank: 2 }),
      reason('a', { rank: 1 }),
      { ...below('b1', 'b'), rank: 1 },
    ]
    expect(reasonsInOrder(list).map(({ id }) => id)).toEqual(['a', 'b', 'b1', 'b2'])
  })
})
