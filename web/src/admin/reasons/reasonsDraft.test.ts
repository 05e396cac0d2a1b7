// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import type { StoredReason } from '../../reasons/useReasons.ts'
import {
  addReason,
  changeReason,
  findReasonFault,
  isRemovable,
  moveReason,
  placeOf,
  putUnder,
  removeReason,
  sameReasons,
  wireOfDraft,
} from './reasonsDraft.ts'

const reason = (id: string, rank: number, over: Partial<StoredReason> = {}): StoredReason => ({
  ...{ id, rank, parent: null, name: { en: id }, icon: 'more', planned: false, cause: 'machine' },
  ...{ overrunSeconds: null, alarms: [], states: [], retired: false, used: false, used30Days: 0 },
  ...over,
})
const draft = [
  reason('a', 1),
  reason('a1', 1, { parent: 'a' }),
  reason('a2', 2, { parent: 'a', used: true }),
  reason('b', 2),
  reason('c', 3),
]
const order = (reasons: readonly StoredReason[]) => wireOfDraft(reasons).map(({ id }) => id)

describe('a list of reasons that is edited', () => {
  test('a new one is the last under its parent and looks like it', () => {
    const planned = changeReason(draft, 'a', { planned: true, icon: 'film' })
    const { draft: next, id } = addReason(planned, 'a')
    expect(order(next)).toEqual(['a', 'a1', 'a2', id, 'b', 'c'])
    expect(next.at(-1)).toMatchObject({ parent: 'a', planned: true, icon: 'film', rank: 3 })
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('moving stays among those of the same parent', () => {
    expect(order(moveReason(draft, 'c', 0))).toEqual(['c', 'a', 'a1', 'a2', 'b'])
    expect(order(moveReason(draft, 'a2', 0))).toEqual(['a', 'a2', 'a1', 'b', 'c'])
    expect(order(moveReason(draft, 'a', 9))).toEqual(['b', 'c', 'a', 'a1', 'a2'])
    expect(order(moveReason(draft, 'a', -1))).toEqual(order(draft))
    expect(placeOf(moveReason(draft, 'c', 0), 'c')).toBe(0)
  })

  test('one with others under it stays at the top: there are two levels', () => {
    expect(putUnder(draft, 'a', 'b')).toBe(draft)
    expect(order(putUnder(draft, 'b', 'a'))).toEqual(['a', 'a1', 'a2', 'b', 'c'])
    expect(order(putUnder(draft, 'a1', null))).toEqual(['a', 'a2', 'b', 'c', 'a1'])
  })

  test('one that a label has or had is not removed, nor what it stands under', () => {
    const byId = (id: string) => draft.find((each) => each.id === id)!
    expect(isRemovable(draft, byId('a2'))).toBe(false)
    expect(isRemovable(draft, byId('a'))).toBe(false)
    expect(isRemovable(draft, byId('a1'))).toBe(true)
    expect(order(removeReason(draft, 'a'))).toEqual(['b', 'c'])
  })

  test('an unplanned reason has no time after which it would be unplanned', () => {
    const planned = changeReason(draft, 'b', { planned: true, overrunSeconds: 600 })
    const back = changeReason(planned, 'b', { planned: false })
    expect(back.find(({ id }) => id === 'b')?.overrunSeconds).toBeNull()
  })

  test('is sent without blanks, without empty languages and without what the server counts', () => {
    const named = changeReason(draft, 'b', { name: { en: ' Film ', de: ' ', fr: 'Film' } })
    const sent = wireOfDraft(named).find(({ id }) => id === 'b')
    expect(sent).toMatchObject({ name: { en: 'Film', fr: 'Film' }, rank: 2 })
    expect(sent?.name).not.toHaveProperty('de')
    expect(sent).not.toHaveProperty('used')
    expect(sameReasons(draft, draft.toReversed())).toBe(true)
    expect(sameReasons(draft, named)).toBe(false)
  })
})

describe('what keeps it from being saved', () => {
  const fault = (id: string, part: Partial<StoredReason>) =>
    findReasonFault(changeReason(draft, id, part))

  test('nothing, as it was read', () => expect(findReasonFault(draft)).toBeNull())
  test('a reason without a name', () =>
    expect(fault('b', { name: { en: ' ' } })).toEqual({ id: 'b', kind: 'noName' }))
  test('two names beside each other, but not under different ones, and not of a retired one', () => {
    expect(fault('b', { name: { en: 'A' } })).toEqual({ id: 'b', kind: 'sameName', other: 'a' })
    expect(fault('a1', { name: { en: 'b' } })).toBeNull()
    expect(fault('b', { name: { en: 'A' }, retired: true })).toBeNull()
  })
  test('an alarm or a state of two reasons', () => {
    const alarms = [{ kind: 'text' as const, value: 'Web break' }]
    const both = changeReason(changeReason(draft, 'a', { alarms }), 'b', { alarms })
    expect(findReasonFault(both)).toMatchObject({
      ...{ kind: 'sameAlarm', other: 'a', what: 'Web break' },
    })
    const states = changeReason(changeReason(draft, 'a', { states: [16] }), 'b', { states: [16] })
    expect(findReasonFault(states)).toMatchObject({ kind: 'sameState', other: 'a', what: '16' })
  })
  test('a time that is none', () => {
    expect(fault('b', { planned: true, overrunSeconds: 0 })).toMatchObject({ kind: 'overrun' })
    expect(fault('b', { planned: true, overrunSeconds: 86_401 })).toMatchObject({ kind: 'overrun' })
  })
  test('more than 200', () => {
    const many = Array.from({ length: 201 }, (_, index) => reason(`r${index}`, index + 1))
    expect(findReasonFault(many)).toMatchObject({ kind: 'tooMany' })
  })
})
