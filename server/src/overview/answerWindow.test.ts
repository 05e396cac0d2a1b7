import { expect, test } from 'vitest'
import { answerWindow } from './answerWindow.ts'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const at = (text: string) => new Date(`2026-11-21T${text}Z`)

test('ends where records have settled, two seconds ago, and says so', () => {
  const window = answerWindow(
    { start: at('06:00:00.000'), end: at('12:00:00.000'), initialReq: 'yes' },
    now,
  )
  expect(window).toMatchObject({ from: at('06:00:00.000'), to: at('11:59:58.000'), empty: false })
})

test('an end that has settled is answered to the letter', () => {
  const window = answerWindow(
    { start: at('06:00:00.000'), end: at('11:00:00.123'), initialReq: 'yes' },
    now,
  )
  expect(window.to).toEqual(at('11:00:00.123'))
})

test('a window that has not settled at all is empty and begins where it ends', () => {
  const window = answerWindow(
    { start: at('11:59:59.000'), end: at('12:00:00.000'), initialReq: 'no' },
    now,
  )
  expect(window).toMatchObject({ from: at('11:59:59.000'), to: at('11:59:59.000'), empty: true })
})

test('increments redraw the ten minutes that they fall into from their beginning', () => {
  const asked = { start: at('10:17:31.000'), end: at('11:00:00.000') }
  expect(answerWindow({ ...asked, initialReq: 'no' }, now).graphFrom).toEqual(at('10:10:00.000'))
  expect(answerWindow({ ...asked, initialReq: 'yes' }, now).graphFrom).toEqual(at('10:17:31.000'))
})

test('the strip shows the last eight hours', () => {
  const long = { start: at('00:00:00.000'), end: at('11:00:00.000'), initialReq: 'yes' } as const
  expect(answerWindow(long, now).stripFrom).toEqual(at('03:00:00.000'))
  const short = { ...long, start: at('10:00:00.000') }
  expect(answerWindow(short, now).stripFrom).toEqual(at('10:00:00.000'))
})

test.each([
  [
    'an end before the start',
    '10:00:00.000',
    '09:00:00.000',
    'end_date',
    'The end must be after the start.',
  ],
  ['no length', '10:00:00.000', '10:00:00.000', 'end_date', 'The end must be after the start.'],
])('refuses %s with a sentence', (_what, start, end, field, message) => {
  const ask = () => answerWindow({ start: at(start), end: at(end), initialReq: 'yes' }, now)
  expect(ask).toThrow(message)
  expect(ask).toThrow(expect.objectContaining({ status: 400, fields: [{ field, message }] }))
})

test('31 days are answered, a millisecond more is not', () => {
  const end = new Date(now)
  const start = new Date(now - 31 * 86_400_000)
  expect(answerWindow({ start, end, initialReq: 'yes' }, now).from).toEqual(start)
  const longer = { start: new Date(start.getTime() - 1), end, initialReq: 'yes' } as const
  expect(() => answerWindow(longer, now)).toThrow('The overview shows at most 31 days.')
})
