import { expect, test } from 'vitest'
import { MetricTimes } from './metricTimes.ts'

const born = Date.UTC(2026, 10, 21, 12)
const state = 'Status/StateCurrent'
const packs = 'Admin/ProdProcessedCount/0/AccCount'
const said = (name: string, at: number, value: string) => ({ name, at, value })

/** A message with one value, and whose time that has. */
function judge(times: MetricTimes, name: string, at: number, value: string, messageAt: number) {
  times.saw(said(name, at, value), messageAt)
  return times.whose(at)
}

test('a time that moves is the time of the value, however long before the birth it lies', () => {
  const hourBefore = born - 3_600_000
  const times = new MetricTimes([said(state, born, '6')], born)
  for (const [index, value] of ['6', '4', '6', '6', '4'].entries()) {
    const at = hourBefore + index * 250
    expect(judge(times, state, at, value, born + 5_000 + index)).toBe('own')
  }
  expect(judge(times, state, born + 8_500, '4', born + 9_000)).toBe('own')
})

test('a time at which a metric has another value stands still, for all metrics that are as old', () => {
  const loaded = born - 7_003
  const times = new MetricTimes([said(state, loaded, '6'), said(packs, loaded, '7')], born)
  // One message: what is unchanged in it is judged by what changed.
  times.saw(said(state, loaded, '6'), born + 1)
  times.saw(said(packs, loaded, '9'), born + 1)
  expect(times.whose(loaded)).toBe('message')
  expect(judge(times, 'Status/CurMachSpeed', loaded, '60', born + 2_000)).toBe('message')
  // A time that moves on is trusted again.
  expect(judge(times, 'Status/CurMachSpeed', loaded + 1, '61', born + 3_000)).toBe('own')
})

test('where all metrics of a birth have one time, what is unchanged has the time of the birth', () => {
  const loaded = born - 86_400_000
  const all = [said(state, loaded, '6'), said(packs, loaded, '7')]
  expect(judge(new MetricTimes(all, born), state, loaded, '6', born + 1_000)).toBe('birth')
  // Metrics with times of their own: each says when its value was captured.
  const each = [said(state, loaded, '6'), said(packs, born - 100, '7')]
  expect(judge(new MetricTimes(each, born), state, loaded, '6', born + 1_000)).toBe('own')
})

test('values of one second of a clock without milliseconds may come together, and not seconds apart', () => {
  const buffer = new MetricTimes()
  expect(judge(buffer, packs, born, '7', born + 60_000)).toBe('own')
  expect(judge(buffer, packs, born, '8', born + 60_020)).toBe('own')
  const still = new MetricTimes()
  expect(judge(still, packs, born, '7', born + 60_000)).toBe('own')
  expect(judge(still, packs, born, '8', born + 61_000)).toBe('message')
})

test('a value that is sent again without a change has the time of its change', () => {
  const times = new MetricTimes()
  for (const messageAt of [born, born + 1_000, born + 60_000]) {
    expect(judge(times, state, born - 500, '6', messageAt)).toBe('own')
  }
})

test('of a machine 256 metrics are watched, with 64 characters of each value', () => {
  const times = new MetricTimes()
  const at = born + 1
  const text = 'x'.repeat(64)
  for (let no = 0; no < 300; no += 1) times.saw(said(`Status/${no}`, at, text), at)
  expect(judge(times, 'Status/255', at, `${text}y`, born + 5_000)).toBe('own')
  expect(judge(times, 'Status/299', at, 'other', born + 6_000)).toBe('own')
  expect(judge(times, 'Status/255', at, 'other', born + 7_000)).toBe('message')
})
