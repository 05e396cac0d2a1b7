import { expect, test } from 'vitest'
import { bridge, losses } from './losses.ts'

const window = { clientId: '1', start_date: '2026-11-16', end_date: '2026-11-22' }

test('losses are by reason and of all lines where nothing else is said', () => {
  expect(losses.query.parse(window)).toMatchObject({ by: 'reason', line: 'All', machine: 'All' })
  expect(losses.query.safeParse({ ...window, by: 'color' }).success).toBe(false)
})

test('the other side of a bridge is an earlier window or names what differs', () => {
  const other = { other_start_date: '2026-11-09', other_machine: 'FW-101' }
  expect(bridge.query.parse({ ...window, ...other })).toMatchObject(other)
  expect(bridge.query.safeParse({ ...window, previous: 'month' }).success).toBe(false)
  expect(bridge.query.safeParse({ ...window, other_start_date: '9 November' }).success).toBe(false)
})
