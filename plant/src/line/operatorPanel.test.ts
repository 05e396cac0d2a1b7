import { expect, test } from 'vitest'
import { DayBook } from '../machine/dayBook.ts'
import { linesOf } from '../plantLayout.ts'
import { factory } from '../plants/factory.ts'
import { Random } from '../random.ts'
import { productionDay } from '../shift/shifts.ts'
import { OperatorPanel } from './operatorPanel.ts'

const day = productionDay('Europe/Oslo', '2026-11-04')

function panelOf(serialNo: string) {
  const line = linesOf(factory()).find(({ machines }) =>
    machines.some((machine) => machine.serialNo === serialNo),
  )!
  const machine = line.machines.find((one) => one.serialNo === serialNo)!
  const { products } = line
  const settings = {
    ...{ setSpeed: 0, sealFront: 140, sealRear: 140, finSeal: 155 },
    ...{ filmTension: 40, knifePhase: 90 },
  }
  const book = new DayBook({
    machine,
    day,
    product: products[0]!,
    settings,
    usualRejectsPer10k: 30,
  })
  const random = new Random('panel', serialNo)
  const of = { line, machine, position: 0, place: 0, day, shifts: [], plan: [], products }
  const panel = new OperatorPanel({ ...of, live: false, random }, book, day.from)
  book.enter(day.from, 10, 1)
  return { panel, book, line }
}

test.each([
  ['VF-531', 65],
  ['CT-104', 130],
  ['CP-105', 26],
  ['PL-106', 65 / 15],
])('%s runs a little under its own target for the product', (serialNo, target) => {
  const { book } = panelOf(serialNo)
  const setPpm = (book.close().pieces[0]?.setTenths ?? 0) / 10
  expect(setPpm).toBeLessThanOrEqual(target + 0.5)
  expect(setPpm).toBeGreaterThan(0.91 * target - 0.5)
})

test('a slow time ends at the usual speed, and both changes are in the audit record', () => {
  const { panel, book } = panelOf('CP-105')
  panel.run(day.from)
  const begins = panel.speedChangeAt
  panel.changeSpeed(begins)
  expect(panel.speedChangeAt - begins).toBeLessThanOrEqual(25 * 60_000)
  panel.changeSpeed(panel.speedChangeAt)
  const speeds = book.close().audits.map(({ valueBefore, valueAfter }) => [valueBefore, valueAfter])
  expect(speeds).toHaveLength(2)
  expect(speeds[1]).toEqual(speeds[0]?.toReversed())
  expect(Number(speeds[0]?.[1])).toBeLessThan(Number(speeds[0]?.[0]))
})
