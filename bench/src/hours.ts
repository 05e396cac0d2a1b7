import { cutIntoDays, grantClientScope } from '@packboard/model'
import { contextTotals, dayContexts, lookupValues, machineTotals } from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import { ledgerBytes, withoutHours } from '@packboard/telemetry/testing'
import { load, median, temporaryDirectory } from './measure.ts'
import { storeSeconds } from './processes.ts'
import { filledStore } from './verifyStore.ts'

const machines = 50
const days = 30
const dayMs = 86_400_000
const from = new Date(Date.UTC(2026, 9, 1, 6))
const end = new Date(from.getTime() + days * dayMs)
const scope = grantClientScope(1)
const all = Array.from({ length: machines }, (_, i) => i + 1)
const filter = {}

/**
 * The questions that read hours, in alternating rounds with the same from minutes alone: 50 machines × 30 days. The answers are
 * compared before a time counts. `contexts` products follow one another within an hour; 1: one for four hours.
 */
export async function main([rounds = '7', contexts = '1']: string[]) {
  await using directory = await temporaryDirectory('hours')
  const fill = { machines, minutes: days * 1_440, from, contexts: Number(contexts) }
  const { telemetry, seconds } = await filledStore(directory.path, fill)
  console.log(
    `hours of ${machines} machines × ${days} days made in ${seconds.toFixed(1)} s in the background`,
  )
  for (const { table, rows, bytes } of await ledgerBytes(telemetry)) {
    console.log(`${table}: ${rows} rows, ${(bytes / 1e6).toFixed(1)} MB`)
  }
  await measure(telemetry, Number(rounds))
  await telemetry.close()
}

const lastDay = { from: new Date(end.getTime() - dayMs), to: end }
const month = { from, to: end }

function questions(telemetry: Telemetry): Record<string, () => Promise<readonly unknown[]>> {
  const window = { machineIds: all, period: month, filter }
  const one = { ...window, machineIds: [1] }
  const by = ['category', 'product'] as const
  const daysOf = (zone: string) => ({ ...window, days: cutIntoDays(month, zone), most: 100_000 })
  return {
    'day summary 50 × 30 d, Europe/London': () =>
      dayContexts(telemetry, scope, daysOf('Europe/London')),
    'day summary 50 × 30 d, Asia/Kathmandu': () =>
      dayContexts(telemetry, scope, daysOf('Asia/Kathmandu')),
    'overview totals 50 × 1 d': () =>
      machineTotals(telemetry, scope, { machineIds: all, period: lastDay }),
    'overview totals 50 × 30 d': () =>
      machineTotals(telemetry, scope, { machineIds: all, period: month }),
    'totals by category and product 50 × 30 d': () =>
      contextTotals(telemetry, scope, { ...window, by }),
    'contexts of one machine 30 d': () => contextTotals(telemetry, scope, one),
    'contexts of one machine 1 d': () =>
      contextTotals(telemetry, scope, { ...one, period: lastDay }),
    'products 50 × 30 d': () => lookupValues(telemetry, scope, { ...window, field: 'product' }),
  }
}

async function measure(telemetry: Telemetry, rounds: number) {
  for (const [name, ask] of Object.entries(questions(telemetry))) {
    const same = textOf(await ask()) === textOf(await withoutHours(ask))
    if (!same) throw new Error(`${name}: hours and minutes differ`)
    const byHours: number[] = []
    const byMinutes: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      byMinutes.push(await costOf(telemetry, () => withoutHours(ask)))
      byHours.push(await costOf(telemetry, ask))
    }
    const [minutes, hours] = [median(byMinutes), median(byHours)]
    console.log(
      `${name}: minutes ${minutes} ms, hours ${hours} ms of the engine's processor time, ${(minutes / hours).toFixed(1)} × (${load()})`,
    )
  }
}

/** Processor time of the engine, ms: other work on the machine changes it less than the time on the clock. */
async function costOf(telemetry: Telemetry, work: () => Promise<unknown>) {
  const [, before = 0] = storeSeconds(telemetry)
  await work()
  const [, after = 0] = storeSeconds(telemetry)
  return Math.round((after - before) * 1_000)
}

const textOf = (rows: readonly unknown[]) =>
  rows
    .map((row) =>
      JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
    )
    .sort()
    .join('\n')
