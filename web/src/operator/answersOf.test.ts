// @vitest-environment jsdom
import type { StopPart, StopRow } from '@packboard/contract'
import { expect, test } from 'vitest'
import type { StoredAnswer, WaitingAnswer } from './answerQueue.ts'
import { answeredBy, isTakenBack, partsInQuestion, shiftCounts } from './answersOf.ts'
import { shownRows } from './WithoutReason.tsx'

const at = (clock: string) => new Date(`2026-11-20T${clock}Z`)

const part = (from: string, to: string, over: Partial<StopPart> = {}): StopPart => ({
  ...{ start: at(from), end: at(to), seconds: 60, reason: null, note: '', by: null, at: null },
  ...{ labelId: null, planned: null, overrunAt: null },
  ...over,
})
const stop = (...parts: StopPart[]) => ({ machine: 'FW-101', parts })

function waiting(from: string, to: string, over: object = {}): WaitingAnswer {
  const change = {
    ...{ action: 'label' as const, from: at(from).toISOString(), to: at(to).toISOString() },
    ...{ replaces: [], reason: 'tapped', note: 'by hand' },
    ...over,
  }
  return {
    ...{ key: 'k', word: '', tappedAt: 0 },
    body: { clientId: 1, machineId: 'FW-101', key: 'k', change },
  }
}
const stored = (labelId: number, answer: WaitingAnswer): StoredAnswer => ({ ...answer, labelId })

test('without an answer nothing is said', () => {
  const none = { waiting: [], stored: [] }
  expect(answeredBy(stop(part('07:00:00', '07:05:00')), none)).toBeNull()
  expect(answeredBy(stop(), none)).toBeNull()
})

test('what was read is said with its person', () => {
  const read = part('07:00:00', '07:05:00', { reason: 'r', by: 'marta', at: at('07:06:00') })
  expect(answeredBy(stop({ ...read, labelId: 4 }), { waiting: [], stored: [] })).toMatchObject({
    ...{ reason: 'r', by: 'marta', waits: false, own: null },
  })
})

test('an answer that waits comes first; one of another machine or stop does not count', () => {
  const open = stop(part('07:00:00', '07:09:00'))
  const mine = waiting('07:00:00', '07:05:00')
  expect(answeredBy(open, { waiting: [mine], stored: [] })).toMatchObject({
    ...{ reason: 'tapped', note: 'by hand', waits: true },
  })
  expect(answeredBy({ ...open, machine: 'FW-102' }, { waiting: [mine], stored: [] })).toBeNull()
  const before = waiting('06:00:00', '07:00:00')
  expect(answeredBy(open, { waiting: [before], stored: [] })).toBeNull()
})

test('a stored answer holds until its label or a later one was read', () => {
  const sent = stored(5, waiting('07:00:00', '07:05:00'))
  const unread = stop(part('07:00:00', '07:09:00'))
  expect(answeredBy(unread, { waiting: [], stored: [sent] })).toMatchObject({
    ...{ reason: 'tapped', waits: false },
  })
  const later = part('07:00:00', '07:09:00', { reason: 'other', by: 'marta', labelId: 6 })
  expect(answeredBy(stop(later), { waiting: [], stored: [sent] })).toMatchObject({
    ...{ reason: 'other', by: 'marta', own: null },
  })
})

test('an answer of this page is its own also when its label was read: so it can be undone', () => {
  const sent = stored(5, waiting('07:00:00', '07:05:00'))
  const read = part('07:00:00', '07:09:00', { reason: 'tapped', by: 'marta', labelId: 5 })
  expect(answeredBy(stop(read), { waiting: [], stored: [sent] })).toMatchObject({
    ...{ reason: 'tapped', by: 'marta', waits: false, own: sent },
  })
})

test('an answer that was taken back is none', () => {
  const back = stored(6, waiting('07:00:00', '07:05:00', { action: 'takeBack' }))
  const read = part('07:00:00', '07:09:00', { reason: 'r', labelId: 5 })
  expect(answeredBy(stop(read), { waiting: [], stored: [back] })).toBeNull()
  expect(isTakenBack(stop(read), { waiting: [], stored: [back] })).toBe(true)
  // Once its label was read, another answer can name it.
  const after = part('07:00:00', '07:09:00', { labelId: 6 })
  expect(isTakenBack(stop(after), { waiting: [], stored: [back] })).toBe(false)
})

test('the question is about the parts without a reason, else about the last one', () => {
  const first = part('07:00:00', '07:02:00', { reason: 'r' })
  const second = part('07:02:00', '07:05:00')
  expect(partsInQuestion(stop(first, second))).toEqual([second])
  const third = { ...second, reason: 's' }
  expect(partsInQuestion(stop(first, third))).toEqual([third])
})

test('what is left of an answer that was taken back while the stop went on is replaced, too', () => {
  const back = part('07:00:00', '07:02:00', { labelId: 6 })
  const rest = part('07:02:00', '07:05:00', { reason: 'r', labelId: 5 })
  expect(partsInQuestion(stop(back, rest))).toEqual([back, rest])
  // What another person said later is not.
  const later = { ...rest, labelId: 7 }
  expect(partsInQuestion(stop(back, later))).toEqual([back])
})

test('a list that a person works in keeps its rows and says how many are new', () => {
  const row = (clock: string) => ({ machine: 'FW-101', start: at(clock) }) as StopRow
  const held = [row('09:00:00'), row('08:00:00')]
  const read = [row('10:00:00'), row('08:00:00')]
  expect(shownRows(held, read, false)).toEqual({ rows: held, added: 1 })
  expect(shownRows(held, read, true)).toEqual({ rows: read, added: 0 })
})

test('tab, list and foot count the same: what waits with the stop that goes on, and what was just answered', () => {
  const none = { waiting: [], stored: [] }
  const open = stop(part('09:00:00', '09:05:00'))
  const unnamed = [stop(part('08:00:00', '08:05:00')), stop(part('07:00:00', '07:05:00'))]
  // The stop that goes on is too young to be among those of the figures.
  const shift = { open, unnamed, coverage: { stops: 6, withoutReason: 2 } }
  expect(shiftCounts(shift, none)).toEqual({ waiting: 3, named: 4 })
  const tapped = { waiting: [waiting('08:00:00', '08:05:00')], stored: [] }
  expect(shiftCounts(shift, tapped)).toEqual({ waiting: 2, named: 5 })
  const read = [
    stop(part('08:00:00', '08:05:00', { reason: 'r', labelId: 4, by: 'amrit' })),
    stop(part('07:00:00', '07:05:00')),
  ]
  const after = { open, unnamed: read, coverage: { stops: 6, withoutReason: 1 } }
  expect(shiftCounts(after, none)).toEqual({ waiting: 2, named: 5 })
})
