import { findPlanFault, type Plan, type PlanEntry } from '@packboard/model'
import { describe, expect, test } from 'vitest'
import {
  barAt,
  changeBar,
  copyToNextDay,
  draftOf,
  entriesOf,
  type PlanRow,
  planOfDraft,
  removeBar,
  rowsOf,
} from './planDraft.ts'
import { dragged, drawn, endMoved, moved, startMoved } from './useBarDrag.ts'
import { daySeconds, weekSeconds, weekSegments } from './WeekBars.tsx'

const entry = (weekday: number, from: string, to: string, kind: PlanEntry['kind']): PlanEntry => ({
  ...{ weekday, from, to, kind },
})
const entries = [
  entry(1, '06:00', '18:00', 'production'),
  entry(1, '10:00', '10:25', 'break'),
  entry(2, '06:00', '18:00', 'production'),
]
const rows = rowsOf(entries)
const days = (given: readonly PlanRow[]) =>
  given.map(({ kind, from, to, weekdays }) => `${kind} ${from}–${to} ${weekdays.join('')}`)

test('equal times of several days are one row, and the plan is what it was', () => {
  expect(days(rows)).toEqual(['production 06:00–18:00 12', 'break 10:00–10:25 1'])
  const plan: Plan = {
    weeks: [
      { line: null, validFrom: '2027-01-04', entries },
      { line: 'Line 1', validFrom: '2027-02-01', entries: null },
    ],
    exceptions: [],
  }
  const back = planOfDraft(draftOf(plan))
  expect(back.weeks[1]).toEqual(plan.weeks[1])
  expect(new Set(back.weeks[0]?.entries?.map((each) => JSON.stringify(each)))).toEqual(
    new Set(entries.map((each) => JSON.stringify(each))),
  )
})

test('the place of a fault is that of its bar', () => {
  const late = entry(2, '17:00', '22:00', 'production')
  const plan: Plan = {
    weeks: [{ line: null, validFrom: '2027-01-04', entries: [...entries, late] }],
    exceptions: [],
  }
  const draft = draftOf(plan)
  const fault = findPlanFault(planOfDraft(draft))
  const bars = [fault?.at, fault?.other].map((place) => barAt(draft, place ?? '')?.bar)
  const found = bars.map(
    (bar) => `${bar?.weekday} ${draft.weeks[0]?.rows?.find(({ key }) => key === bar?.key)?.from}`,
  )
  expect(found.toSorted()).toEqual(['2 06:00', '2 17:00'])
  expect(barAt(draft, 'exceptions.0')).toBeNull()
  expect(barAt(draft, 'weeks.0.entries.9')).toBeNull()
})

describe('a bar', () => {
  const [production = { key: 0 }] = rows
  const monday = { key: production.key, weekday: 1 }

  test('is changed with all its days, or becomes a row of its own', () => {
    const all = changeBar(rows, monday, { to: '20:00' }, true)
    expect(days(all.rows)).toEqual(['production 06:00–20:00 12', 'break 10:00–10:25 1'])
    const alone = changeBar(rows, monday, { to: '20:00' }, false)
    expect(days(alone.rows)).toEqual([
      'production 06:00–18:00 2',
      'break 10:00–10:25 1',
      'production 06:00–20:00 1',
    ])
    expect(alone.bar).toEqual({ key: 3, weekday: 1 })
    // Another day is always of this bar alone.
    expect(days(changeBar(rows, monday, { weekday: 5 }, true).rows)).toEqual([
      'production 06:00–18:00 2',
      'break 10:00–10:25 1',
      'production 06:00–18:00 5',
    ])
  })

  test('is removed with all its days, or alone', () => {
    expect(days(removeBar(rows, monday, true))).toEqual(['break 10:00–10:25 1'])
    expect(days(removeBar(rows, monday, false))[0]).toBe('production 06:00–18:00 2')
  })

  test('is copied to the next day; Monday comes after Sunday', () => {
    const once = copyToNextDay(rows, { key: production.key, weekday: 2 })
    expect(days(once.rows)[0]).toBe('production 06:00–18:00 123')
    const sunday = rowsOf([entry(7, '06:00', '18:00', 'production')])
    expect(days(copyToNextDay(sunday, { key: 1, weekday: 7 }).rows)).toEqual([
      'production 06:00–18:00 17',
    ])
  })

  test('is drawn, moved and pulled in steps, whatever the pixel', () => {
    const place = (day: number, minute: number) => ({ day, minute })
    const draw = { how: 'draw' as const, bar: null, from: place(3, 361), rows }
    expect(days(dragged(draw, place(3, 1_078), 5, true).rows)[2]).toBe('production 06:00–18:00 3')
    expect(days(dragged(draw, place(3, 362), 5, true).rows)).toEqual(days(rows))
    const hold = (how: 'move' | 'start' | 'end') => ({
      how,
      bar: monday,
      from: place(1, 400),
      rows,
    })
    const put = (how: 'move' | 'start' | 'end', day: number, minute: number, step = 5) =>
      days(dragged(hold(how), place(day, minute), step, true).rows)
    expect(put('move', 1, 432)[0]).toBe('production 06:30–18:30 12')
    expect(put('move', 1, 403, 1)[0]).toBe('production 06:03–18:03 12')
    // Tuesday has it already; Wednesday has not.
    expect(put('move', 2, 400)).toEqual(days(rows))
    expect(put('move', 3, 400)[2]).toBe('production 06:00–18:00 3')
    expect(put('end', 1, 460)[0]).toBe('production 06:00–19:00 12')
    expect(put('start', 1, 340)[0]).toBe('production 05:00–18:00 12')
  })
})

test('times stay times of a day: none is longer than a day, shorter than a minute or begun on another day', () => {
  const night = { from: '22:00', to: '06:00' }
  expect(moved(night, 90)).toEqual({ from: '23:30', to: '07:30' })
  expect(moved(night, 500)).toEqual({ from: '23:59', to: '07:59' })
  expect(moved({ from: '00:10', to: '01:00' }, -60)).toEqual({ from: '00:00', to: '00:50' })
  expect(endMoved(night, 5_000)).toEqual({ from: '22:00', to: '22:00' })
  expect(endMoved(night, -5_000)).toEqual({ from: '22:00', to: '22:01' })
  expect(startMoved(night, -5_000)).toEqual({ from: '06:00', to: '06:00' })
  expect(startMoved({ from: '01:00', to: '02:00' }, 90)).toEqual({ from: '01:59', to: '02:00' })
  expect(drawn(600, 300)).toEqual({ from: '05:00', to: '10:00' })
  expect(drawn(1_380, 1_440)).toEqual({ from: '23:00', to: '00:00' })
  // While a time is being typed there is none.
  expect(moved({ from: '', to: '06:00' }, 5)).toEqual({ from: '', to: '06:00' })
})

test('a bar over midnight is drawn on both days, that of Sunday on Monday', () => {
  const night = rowsOf([entry(7, '22:00', '06:00', 'production')])
  expect(
    weekSegments(night).map(({ day, start, length, isRest }) => [day, start, length, isRest]),
  ).toEqual([
    [7, 1_320, 120, false],
    [1, 0, 360, true],
  ])
  expect(
    weekSegments([{ ...rows[0], key: 1, kind: 'break', from: '', to: '', weekdays: [1] }]),
  ).toEqual([])
})

test('the hours of a week and of a day leave breaks out', () => {
  const given = entriesOf(rows)
  const hours = ({ production, break: pause, closed }: ReturnType<typeof weekSeconds>) =>
    [production, pause, closed].map((seconds) => seconds / 60)
  expect(hours(weekSeconds(given))).toEqual([1_415, 25, 8_640])
  expect(hours(daySeconds(given, 1))).toEqual([695, 25, 720])
  expect(hours(daySeconds([entry(7, '22:00', '06:00', 'production')], 1))).toEqual([360, 0, 1_080])
})
