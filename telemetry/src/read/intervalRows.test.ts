import { expect, test } from 'vitest'
import { IntervalRows, type ReportedTime } from './intervalRows.ts'

const context: Omit<ReportedTime, 'from' | 'to' | 'ms'> = {
  ...{ machineId: 1, state: 10, category: 'run', product: 'A', tool: '', user: '' },
  ...{ causeGroup: '', cause: '', packs: 0n, rejects: null, stops: 0, recovered: null },
}
const time = (from: number, to: number, more: Partial<ReportedTime> = {}): ReportedTime => ({
  ...context,
  ...{ from, to, ms: to - from },
  ...more,
})
const packs = (at: number, count: bigint, more: Partial<ReportedTime> = {}): ReportedTime => ({
  ...context,
  ...{ from: at, to: at, ms: 0, packs: count },
  ...more,
})

const B = { product: 'B' }
const story = [
  packs(0, 1n),
  time(0, 5),
  packs(5, 2n),
  time(5, 9),
  packs(9, 3n),
  packs(9, 7n, { product: 'C' }),
  packs(9, 4n, B),
  time(9, 12, B),
  packs(40, 5n, { ...B, category: 'offline', from: 12 }),
  time(40, 50),
]
const rows = [
  { from: 0, to: 9, product: 'A', packs: 6n },
  { from: 9, to: 9, product: 'C', packs: 7n },
  { from: 9, to: 12, product: 'B', packs: 4n },
  { from: 12, to: 40, product: 'B', packs: 5n },
  { from: 40, to: 50, product: 'A', packs: 0n },
]

function pages(limit: number, more: object = {}) {
  const found: ReportedTime[][] = []
  let next: { from: number | null; skip: number } | null = { from: null, skip: 0 }
  while (next !== null) {
    const { from: anchor, skip }: { from: number | null; skip: number } = next
    const page = new IntervalRows({ filter: {}, anchor, skip, limit, ...more })
    for (const reported of story) if (reported.to >= (anchor ?? 0)) page.add(reported)
    const reported = page.page(true)
    found.push(reported.rows)
    next = reported.next
  }
  return found
}

test.each([1, 2, 3, 4, 5])(
  '%i rows a page: neighbours of one context are one row, and none is told twice',
  (limit) => {
    const found = pages(limit)
    expect(found.flat()).toMatchObject(rows)
    expect(found).toHaveLength(Math.ceil(rows.length / limit))
  },
)

test('a page of rows with packs leaves out the others and goes on behind them', () => {
  expect(pages(2, { withPacksOnly: true })).toMatchObject([rows.slice(0, 2), rows.slice(2, 4)])
  expect(pages(1, { filter: { product: 'A' } })).toMatchObject([[rows[0]], [rows[4]]])
})

test('a page is full when no time to come can make one of its rows longer', () => {
  const page = new IntervalRows({ filter: {}, anchor: null, skip: 0, limit: 1 })
  page.add(time(0, 5))
  expect(page.isFull()).toBe(false)
  page.add(time(5, 6))
  page.add(time(6, 7, B))
  expect(page.isFull()).toBe(true)
  expect(page.page(false)).toMatchObject({ rows: [{ from: 0, to: 6 }], next: { from: 6, skip: 0 } })
})
