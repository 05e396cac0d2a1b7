import type { CompareFigures } from '@packboard/contract'
import { expect, test } from 'vitest'
import { wireMetrics } from '../../testing/productionAnswers.ts'
import { openFilter } from '../filter/filter.ts'
import {
  columnFormula,
  compareColumns,
  deltaOf,
  deltaText,
  filledFormula,
  inOrder,
  shownColumns,
} from './columns.ts'
import { readCompareSearch, searchOfView } from './compareSearch.ts'
import { columnMarks } from './marks.ts'
import { rowLinks } from './rowLinks.ts'

const figures = (over: Partial<CompareFigures> = {}, metrics: object = {}): CompareFigures => ({
  // The answers of tests have the shape of the contract.
  metrics: wireMetrics(metrics as Record<string, unknown>) as CompareFigures['metrics'],
  stopSeconds: 3_600,
  stops: 12,
  ...{ unplannedStops: 12, betweenStopsSeconds: 2_100, meanStopSeconds: 300, faults: 12 },
  mtbfSeconds: 2_100,
  mttrSeconds: 300,
  lostPacks: 900,
  ...{ microStops: 5, changeovers: 2, changeoverSeconds: 1_200 },
  ...over,
})

test('the best and the worst of a column are marked, whichever way it is better', () => {
  const oeee = [80, 91, 85].map((OEEE) => figures({}, { OEEE }))
  expect(columnMarks(oeee, 'oeee', 'machine').map(({ end }) => end)).toEqual([
    'worst',
    'best',
    null,
  ])
  const stops = [30, 12, 20].map((each) => figures({ stops: each }))
  expect(columnMarks(stops, 'stops', 'machine')).toEqual([
    { end: 'worst', shade: 1 },
    { end: 'best', shade: 0 },
    { end: null, shade: 8 / 18 },
  ])
})

test('a small difference is shaded little: 0.4 points of quality are not 0.4 of the scale', () => {
  const quality = [99.0, 99.4].map((each) => figures({}, { quality: each }))
  const [worst] = columnMarks(quality, 'quality', 'machine')
  expect(worst?.shade).toBeCloseTo(0.4 / 5, 9)
})

test('amounts of rows of different lengths, and rows that were hardly observed, are marked nowhere', () => {
  const rows = [figures({ stops: 30 }), figures({ stops: 2 }, { windowSeconds: 600 })]
  const ends = (by: 'machine' | 'product', column: 'stops' | 'mttr') =>
    columnMarks(rows, column, by).map(({ end }) => end)
  expect(ends('machine', 'stops')).toEqual([null, null])
  const alike = [figures({ stops: 30 }), figures({ stops: 2 })]
  expect(columnMarks(alike, 'stops', 'product').map(({ end }) => end)).toEqual([null, null])
  const low = [
    figures({}, { OEEE: 20, coverage: 60 }),
    ...[80, 90].map((OEEE) => figures({}, { OEEE })),
  ]
  expect(columnMarks(low, 'oeee', 'machine').map(({ end }) => end)).toEqual([null, 'worst', 'best'])
  expect(columnMarks([figures(), figures()], 'oeee', 'machine').map(({ end }) => end)).toEqual([
    null,
    null,
  ])
})

test('a difference is points of a share and percent of an amount, and says which way is worse', () => {
  const before = figures({ stopSeconds: 3_000 }, { OEEE: 80 })
  expect(deltaOf('oeee', figures(), before)).toMatchObject({ verdict: 'worse', doubt: null })
  expect(deltaOf('oeee', figures(), before)?.change).toBeCloseTo(-2.9, 9)
  expect(deltaOf('stopTime', figures(), before)).toMatchObject({ change: 20, verdict: 'worse' })
  expect(deltaOf('stopTime', before, figures())?.verdict).toBe('better')
  const nothing = figures({ stops: 0 })
  expect(deltaOf('stops', figures(), nothing)).toMatchObject({ change: null, verdict: 'worse' })
  expect(deltaOf('stops', nothing, nothing)).toMatchObject({ change: 0, verdict: 'same' })
  expect(deltaOf('mtbf', figures(), figures({ mtbfSeconds: null }))).toBeNull()
  expect(deltaOf('oeee', figures(), null)).toBeNull()
})

test('a difference that is written as ±0 is none, whatever its last digits', () => {
  const before = figures({}, { OEEE: 77.14 })
  for (const OEEE of [77.11, 77.14, 77.18]) {
    const delta = deltaOf('oeee', figures({}, { OEEE }), before)
    expect(delta?.verdict).toBe('same')
    expect(delta && deltaText('%', delta)).toBe('±0')
  }
  expect(deltaOf('oeee', figures({}, { OEEE: 77.2 }), before)?.verdict).toBe('better')
  const stops = (count: number) => figures({ stops: count })
  expect(deltaOf('stops', stops(10_001), stops(10_000))?.verdict).toBe('same')
})

test('nothing is set against a window that was hardly observed, of another coverage, or with another target', () => {
  const less = figures({}, { coverage: 93 })
  expect(deltaOf('stops', figures(), less)?.doubt).toBe('coverage')
  const few = figures({}, { coverage: 79.9, lowCoverage: true })
  expect(deltaOf('stops', few, few)?.doubt).toBe('sparse')
  const enough = figures({}, { coverage: 80, lowCoverage: true })
  expect(deltaOf('stops', enough, enough)?.doubt).toBeNull()
  const closed = figures({}, { coverage: null })
  expect(deltaOf('stops', closed, closed)?.doubt).toBeNull()
  const estimated = figures({}, { targetSource: 'estimated' })
  expect(deltaOf('oeee', figures(), estimated)?.doubt).toBe('target')
  expect(deltaOf('lostPacks', figures(), estimated)?.doubt).toBe('target')
  expect(deltaOf('availability', figures(), estimated)?.doubt).toBeNull()
})

test('micro-stops and changeovers are columns only where they are requested; their time comes with its number', () => {
  expect(shownColumns(false)).not.toContain('microStops')
  expect(shownColumns(true)).toEqual(compareColumns)
  expect(filledFormula('changeoverTime', figures())).toBe('2 × 0h 10m 00s = 20m 00s')
  expect(filledFormula('changeoverTime', figures({ changeovers: 0, changeoverSeconds: 0 }))).toBe(
    null,
  )
  expect(columnFormula('microStops')).toContain('2m 00s')
  const more = figures({ microStops: 8 })
  expect(deltaOf('microStops', more, figures())).toMatchObject({ change: 60, verdict: 'worse' })
  const view = readCompareSearch({ lengths: 'yes', sort: '-microStops' })
  expect(view).toMatchObject({ withLengths: true, sort: { column: 'microStops' } })
  expect(readCompareSearch(searchOfView(view, {}))).toEqual(view)
})

test('what is not known comes last, up and down', () => {
  const values = [3, null, 1]
  expect(values.toSorted((a, b) => inOrder(a, b, false))).toEqual([1, 3, null])
  expect(values.toSorted((a, b) => inOrder(a, b, true))).toEqual([3, 1, null])
})

const window = {
  startDate: '2026-11-15',
  startTime: '00:00',
  endDate: '2026-11-21',
  endTime: '23:59',
}
const filter = {
  ...openFilter({ ...window, zone: 'UTC' }, ['product', 'machine']),
  tool: 'T38-A',
}
const row = (key: string, from: string | null, to: string | null) => ({
  key,
  from: from === null ? null : new Date(from),
  to: to === null ? null : new Date(to),
})
const whole = ['2026-11-15T00:00:00Z', '2026-11-22T00:00:00Z'] as const
const shared = { from: '2026-11-15', to: '2026-11-21', start: '00:00', end: '23:59', zone: 'UTC' }

const ways = { hasDays: true, withBefore: false, plan: null }
const withoutDays = { ...ways, hasDays: false }

test('a row leads to the page that has its own window and filter', () => {
  const asOf = { filter, at: '' }
  const machine = rowLinks('machine', row('FW-101', ...whole), asOf, ways)
  expect(machine[0]).toEqual({
    ...{ to: 'production', serialNo: 'FW-101' },
    search: { ...shared, tool: 'T38-A' },
  })
  expect(machine[1]).toMatchObject({ to: 'days', search: { machine: 'FW-101', tool: 'T38-A' } })
  const [product, ...others] = rowLinks('product', row('Nougat', ...whole), asOf, withoutDays)
  expect(product).toMatchObject({ to: 'machines', search: { product: 'Nougat', tool: 'T38-A' } })
  expect(others).toEqual([])
  const one = { filter: { ...filter, machine: 'FW-101' }, at: '' }
  expect(rowLinks('product', row('Nougat', ...whole), one, withoutDays)[0]).toMatchObject({
    ...{ to: 'production', serialNo: 'FW-101' },
    search: { ...shared, product: 'Nougat' },
  })
  expect(rowLinks('line', row('Line 1', ...whole), asOf, ways)).toEqual([
    { to: 'timeline', line: 'Line 1', search: shared },
  ])
})

test('a day has its own window; one that still runs ends where the page does', () => {
  const asOf = { filter, until: '2026-11-21T14:32:05Z', at: '' }
  const day = row('2026-11-20', '2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z')
  expect(rowLinks('day', day, asOf, withoutDays)[0]).toMatchObject({
    search: { from: '2026-11-20', start: '00:00', to: '2026-11-20', end: '23:59' },
  })
  const today = row('2026-11-21', '2026-11-21T00:00:00Z', '2026-11-21T14:32:05Z')
  expect(rowLinks('day', today, asOf, withoutDays)[0]).toMatchObject({
    search: { from: '2026-11-21', start: '00:00', to: '2026-11-21', end: '23:59' },
  })
})

test('what no filter says leads nowhere: an unreported product, shifts that are not known', () => {
  const asOf = { filter, at: '' }
  expect(rowLinks('product', row('', ...whole), asOf, ways)).toEqual([])
  expect(rowLinks('shift', row('Early', null, null), asOf, ways)).toEqual([])
})

test('a comparison goes on where a row leads: to its machine and its days, not to a timeline', () => {
  const compared = { ...ways, withBefore: true }
  const asOf = { filter, at: '' }
  expect(
    rowLinks('machine', row('FW-101', ...whole), asOf, compared).map(
      (link) => 'search' in link && link.search,
    ),
  ).toEqual([
    expect.objectContaining({ with: 'before' }),
    expect.objectContaining({ with: 'before' }),
  ])
  expect(rowLinks('line', row('Line 1', ...whole), asOf, compared)).toEqual([
    { to: 'timeline', line: 'Line 1', search: shared },
  ])
})

test('a shift leads to its own page, several of one name to the newest that has begun', () => {
  const plan = {
    zone: 'Europe/Oslo',
    starts: [1, 2, 3, 4, 5].flatMap((weekday) => [
      { weekday, start: '06:00', name: 'Early' },
      { weekday, start: '14:00', name: 'Late' },
    ]),
  }
  const asOf = { filter, until: '2026-11-20T10:00:00Z', at: '' }
  const of = (name: string, from: string | null, to: string | null) =>
    rowLinks('shift', row(name, from, to), asOf, { ...withoutDays, plan })[0]
  expect(of('Early', '2026-11-18T05:00:00Z', '2026-11-18T13:00:00Z')).toEqual({
    ...{ to: 'shift', start: '2026-11-18T05:00:00.000Z', isOfSeveral: false },
  })
  // Of Friday; the late shift of that day has not begun.
  expect(of('Early', null, null)).toMatchObject({ start: '2026-11-20T05:00:00.000Z' })
  expect(of('Late', null, null)).toMatchObject({
    ...{ start: '2026-11-19T13:00:00.000Z', isOfSeveral: true },
  })
  expect(of('Night', null, null)).toBeUndefined()
})

test('an address holds the view, and one that was typed or cut is the usual view', () => {
  const view = readCompareSearch({ by: 'shift', sort: '-stopTime', find: 12, before: 'none' })
  expect(view).toEqual({
    by: 'shift',
    sort: { column: 'stopTime', descending: true },
    find: '12',
    withBefore: false,
    withLengths: false,
  })
  expect(readCompareSearch(searchOfView(view, {}))).toEqual(view)
  expect(readCompareSearch({ by: 'planet', sort: '-size', find: {}, before: 3 })).toEqual({
    ...{ by: null, sort: null, find: '', withBefore: true, withLengths: false },
  })
})
