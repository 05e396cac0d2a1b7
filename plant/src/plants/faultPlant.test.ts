import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { badDay, noListeners, sendDay } from '../faults/sendDay.ts'
import { simulateLine } from '../line/simulateLine.ts'
import { countersOf, firstRegisters } from '../machine/counters.ts'
import { historyCadence } from '../machine/readings.ts'
import { linesOf, type PlantLine, type PlantMachine, packsPacks } from '../plantLayout.ts'
import { Random } from '../random.ts'
import { wireText } from '../send/send.ts'
import { productionDay } from '../shift/shifts.ts'
import { TrueLedger } from '../truth/trueLedger.ts'
import { faultPlant } from './faultPlant.ts'

/**
 * Everything that the machines send on a bad day, and the true ledger of it. Failures of other tests are repeated with
 * these days: a change of the plant that alters them makes all earlier reports of seeds worthless.
 */
function hashOfDay(
  lines: readonly PlantLine[],
  { seed, day, of }: { seed: string; day: string; of: (machine: PlantMachine) => boolean },
): string {
  const live = false
  const hash = createHash('sha256')
  for (const line of lines) {
    for (const machineDay of simulateLine(line, productionDay(line.zone, day), { seed, live })) {
      const { machine, from, to } = machineDay
      if (!of(machine)) continue
      const random = new Random(seed, machine.serialNo, day, 'wire')
      const faults = badDay(from, to, random)
      const counters = countersOf(machineDay, firstRegisters(machine), noListeners(faults))
      const sent = sendDay(machineDay, counters, faults, historyCadence, random)
      for (const { receivedAt, records, death } of sent.deliveries) {
        hash.update(`${machine.serialNo} ${receivedAt} ${death}\n`)
        for (const record of records) hash.update(`${wireText(record)}\n`)
      }
      const { stateMs, packsOfProduct, ...totals } = new TrueLedger(sent.reported).totals({
        from,
        to,
      })
      hash.update(JSON.stringify([[...stateMs], [...packsOfProduct], totals]))
    }
  }
  return hash.digest('hex')
}

const all = linesOf(faultPlant())
const packs = ({ kind }: PlantMachine) => packsPacks(kind)
/** Of the plant's first days. The others came later and change nothing of them. */
const first = (machine: PlantMachine) => !packs(machine)

test.each([
  [
    'the first line of each client on a Wednesday',
    all.filter(({ index }) => index === 0),
    { seed: 'packboard', day: '2026-11-04', of: first },
    '442721f90cfd4dd954406388dbb096cc6d89e0299b427400e63f5f7b14509e55',
  ],
  [
    'all lines on the Saturday when the clocks change',
    all,
    { seed: 'two', day: '2026-03-28', of: first },
    '8cbb33785ee041e2cc467735f4a2c3aa18f9259b47a7a2abbcbf689fb5b29626',
  ],
  [
    'what packs packs on a Wednesday',
    all,
    { seed: 'packboard', day: '2026-11-04', of: packs },
    'd7d8e7cfb93c8f61407c47391341e439ad44135ab71824cb78631c68d7319609',
  ],
])('%s: every byte of the ledger is as it was', (_what, lines, played, known) => {
  expect(hashOfDay(lines, played)).toBe(known)
})
