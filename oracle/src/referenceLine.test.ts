import {
  type Attribution,
  attributeStops,
  keyPieces,
  type LineMachine,
  type LineQuestion,
  lineDowns,
  lineLosses,
  stopsInWindow,
} from '@packboard/model'
import { atDepth, partOf } from '@packboard/model/testing'
import { expect, test } from 'vitest'
import { randomLine } from '../testing/randomLine.ts'
import { Chance } from './chance.ts'
import { instantMs, type TrueLine, type TrueRoot, trueDowns, trueRoot } from './referenceLine.ts'

/** The attribution of stops against a second computation, on lines of any form. */
const seeds = partOf(
  Array.from({ length: 1_000 }, (_, seed) => seed),
  atDepth({ deep: 1_000, daily: 100 }),
)
const begin = Date.parse('2026-11-20T00:00Z')
const at = (instant: number) => begin + instant * instantMs

/** A line as the product sees it. */
function questionOf(line: TrueLine): LineQuestion {
  const spansOf = (machine: number, letters: string) => {
    const found: { from: number; to: number }[] = []
    const text = line.doing.get(machine) ?? ''
    for (let instant = 0; instant < line.instants; instant += 1) {
      if (!letters.includes(text[instant] ?? '')) continue
      const last = found.at(-1)
      if (last?.to === at(instant)) last.to = at(instant + 1)
      else found.push({ from: at(instant), to: at(instant + 1) })
    }
    return found
  }
  return {
    flow: line.flows.map(({ from, stations }) => ({
      from: at(from),
      value: stations.map((station, index) => ({ ...station, key: index === 0 })),
    })),
    machines: [...line.doing.keys()].map(
      (machineId): LineMachine => ({
        machineId,
        stops: line.stops
          .filter(({ machine }) => machine === machineId)
          .map(({ from, to, side, known, skewMs }) => ({
            ...{ machineId, from: at(from), to: at(to), waits: side, skewMs },
            ...{ group: '', cause: `from ${from}`, isBeginKnown: known },
          })),
        gaps: spansOf(machineId, 'nc'),
        planned: [
          ...spansOf(machineId, 'p').map((span) => ({ ...span, closed: false })),
          ...spansOf(machineId, 'c').map((span) => ({ ...span, closed: true })),
        ].sort((a, b) => a.from - b.from),
      }),
    ),
    range: { from: at(0), to: at(line.instants) },
    named: line.named.map(({ machine, at: instant, root }) => ({
      ...{ machineId: machine, at: at(instant), rootMachineId: root },
    })),
  }
}

function rootText(attribution: Attribution | undefined): TrueRoot {
  if (attribution === undefined) throw new Error('A stop without an attribution')
  if (attribution.kind === 'own') return { of: 'own' }
  if (attribution.kind === 'withheld') return { of: 'unclear', why: attribution.why }
  const { rootMachineId, rootStop } = attribution
  if (rootMachineId === null) return { of: 'outside' }
  const from = rootStop === null ? null : (rootStop.from - begin) / instantMs
  return { of: 'machine', machine: rootMachineId, from }
}

test(`${seeds.length} random lines: every stop has the root of the second computation, and the sums are those of its instants`, () => {
  const kinds = new Map<string, number>()
  const differences: unknown[] = []
  for (const seed of seeds) {
    const line = randomLine(seed)
    const question = questionOf(line)
    const answer = attributeStops(question)
    const roots = new Map(line.stops.map((stop) => [stop, trueRoot(line, stop)]))
    for (const [stop, expected] of roots) {
      const own = question.machines
        .find(({ machineId }) => machineId === stop.machine)
        ?.stops.find(({ from }) => from === at(stop.from))
      const found = rootText(own && answer.attributions.get(own))
      const kind = expected.of === 'unclear' ? expected.why : expected.of
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      if (JSON.stringify(found) !== JSON.stringify(expected)) {
        differences.push({ seed, stop, found, expected })
      }
    }
    const machineIds = [...line.doing.keys()]
    const sumsOf = (ids: readonly number[]) => {
      const stops = stopsInWindow(answer, ids, question.range)
      const { stopMs, ownMs, inheritedMs, withheldMs, plannedMs } = lineLosses(stops, () => false)
      return { stopMs, ownMs, inheritedMs, withheldMs, plannedMs }
    }
    for (const machine of machineIds) {
      const expected = { stopMs: 0, ownMs: 0, inheritedMs: 0, withheldMs: 0, plannedMs: 0 }
      for (const [stop, root] of roots) {
        if (stop.machine !== machine) continue
        const letters = (line.doing.get(machine) ?? '').slice(stop.from, stop.to)
        const ms = letters.replaceAll(/[^s]/g, '').length * instantMs
        expected.stopMs += ms
        expected.plannedMs += letters.replaceAll(/[^p]/g, '').length * instantMs
        if (root.of === 'own') expected.ownMs += ms
        else if (root.of === 'unclear') expected.withheldMs += ms
        else expected.inheritedMs += ms
      }
      expect([seed, machine, sumsOf([machine])]).toEqual([seed, machine, expected])
      expect(expected.ownMs + expected.inheritedMs + expected.withheldMs).toBe(expected.stopMs)
    }
  }
  console.log(`${[...kinds.values()].reduce((a, b) => a + b, 0)} stops:`, Object.fromEntries(kinds))
  expect(differences.slice(0, 3)).toEqual([])
  // Each kind occurs, so that none is compared with nothing.
  expect([...kinds.keys()].sort()).toEqual(
    [
      ...['dataMissing', 'machine', 'noFlow', 'noStationDown', 'offline'],
      ...['opposite', 'outside', 'own', 'skew', 'twoFit'],
    ].sort(),
  )
})

test(`${seeds.length} random lines are stopped when the first station is not up at the instants of the second computation`, () => {
  let compared = 0
  for (const seed of seeds) {
    const line = randomLine(seed)
    const question = questionOf(line)
    const found = lineDowns(keyPieces(attributeStops(question), question.flow, question.range))
    const expected = trueDowns(line)
    compared += expected.length
    const shown = found.map(({ from, to, down, stop }, index) => {
      const ms = down.reduce((sum, one) => sum + one.to - one.from, 0)
      const isOne = expected[index]?.machines.includes(stop.machineId)
      return { from, to, ms, isOne }
    })
    expect([seed, shown]).toEqual([
      seed,
      expected.map(({ from, to, down }) => {
        return { from: at(from), to: at(to), ms: down * instantMs, isOne: true }
      }),
    ])
  }
  expect(compared).toBeGreaterThan(seeds.length)
})

test('20 orders of arrival give the attribution of the sorted one', () => {
  const line = randomLine(7)
  const whole = questionOf(line)
  const sorted = attributeStops(whole)
  const textOf = ({ machines }: LineQuestion, answer: typeof sorted) =>
    machines
      .toSorted((a, b) => a.machineId - b.machineId)
      .map(({ stops }) => stops.map((stop) => rootText(answer.attributions.get(stop))))
  for (let seed = 0; seed < 20; seed += 1) {
    const chance = new Chance(seed)
    const stops = chance.shuffled(line.stops)
    // What was there when half of the records had come is no part of the answer to all of them.
    attributeStops(questionOf({ ...line, stops: stops.slice(0, stops.length / 2) }))
    const machines = chance.shuffled(questionOf({ ...line, stops }).machines).map((machine) => ({
      ...machine,
      stops: machine.stops.toSorted((a, b) => a.from - b.from),
    }))
    const question = { ...whole, machines }
    expect(textOf(question, attributeStops(question))).toEqual(textOf(whole, sorted))
  }
})
