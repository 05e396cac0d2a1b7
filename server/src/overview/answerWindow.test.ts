import { expect, test } from 'vitest'
import { answerWindow, windowProblem } from './answerWindow.ts'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const at = (text: string) => new Date(`2026-11-21T${text}Z`)

test('ends where records have settled, two seconds ago, and says so', () => {
  const window = answerWindow(
    { start: at('06:00:00.000'), end: at('12:00:00.000'), reading: 'totals' },
    now,
  )
  expect(window).toMatchObject({ from: at('06:00:00.000'), to: at('11:59:58.000'), empty: false })
})

test('an end that has settled is answered to the letter', () => {
  const window = answerWindow(
    { start: at('06:00:00.000'), end: at('11:00:00.123'), reading: 'totals' },
    now,
  )
  expect(window.to).toEqual(at('11:00:00.123'))
})

test('a window that has not settled at all is empty and begins where it ends', () => {
  const window = answerWindow(
    { start: at('11:59:59.000'), end: at('12:00:00.000'), reading: 'increments' },
    now,
  )
  expect(window).toMatchObject({ from: at('11:59:59.000'), to: at('11:59:59.000'), empty: true })
})

test('increments redraw the ten minutes that they fall into from their beginning', () => {
  const requested = { start: at('10:17:31.000'), end: at('11:00:00.000') }
  expect(answerWindow({ ...requested, reading: 'increments' }, now).graphFrom).toEqual(
    at('10:10:00.000'),
  )
  expect(answerWindow({ ...requested, reading: 'totals' }, now).graphFrom).toEqual(
    at('10:17:31.000'),
  )
})

test('the strip shows the last eight hours, whenever the sums begin; increments add to it', () => {
  const long = { start: at('00:00:00.000'), end: at('11:00:00.000'), reading: 'totals' } as const
  expect(answerWindow(long, now).stripFrom).toEqual(at('03:00:00.000'))
  const short = { ...long, start: at('10:00:00.000') }
  expect(answerWindow(short, now).stripFrom).toEqual(at('03:00:00.000'))
  const inside = { ...long, end: at('11:00:59.999') }
  expect(answerWindow(inside, now).stripFrom).toEqual(at('03:00:00.000'))
  const more = { ...short, reading: 'increments' } as const
  expect(answerWindow(more, now).stripFrom).toEqual(at('10:00:00.000'))
})

test.each([
  ['an end before the start', '10:00:00.000', '09:00:00.000'],
  ['no length', '10:00:00.000', '10:00:00.000'],
])('refuses %s with a sentence', (_what, start, end) => {
  expect(windowProblem({ start: at(start), end: at(end) })).toEqual({
    at: 'end',
    sentence: 'The end must be after the start.',
  })
})

test('31 days are answered, a millisecond more is not', () => {
  const end = new Date(now)
  const start = new Date(now - 31 * 86_400_000)
  expect(windowProblem({ start, end })).toBeUndefined()
  expect(windowProblem({ start: new Date(start.getTime() - 1), end })).toEqual({
    at: 'start',
    sentence: 'The overview shows at most 31 days.',
  })
})
