import { setTimeout as sleep } from 'node:timers/promises'
import { datedSpans, grantClientScope } from '@packboard/model'
import { contextTotals, plannedTotals, type UnplannedSpans } from '@packboard/telemetry/read'
import { load, median, temporaryDirectory } from './measure.ts'
import { filledStore } from './verifyStore.ts'

const machines = 50
const dayMs = 86_400_000
const monthMs = 30 * dayMs
const end = new Date(Date.UTC(2026, 9, 31, 6))
const scope = grantClientScope(1)
const by = ['machineId', 'state', 'category', 'product'] as const

/**
 * The sums of the metric cards of 50 machines with a setting that changes once a month, at 13:37, and without one, in alternating rounds.
 * The sums of both are compared first. Ms on the clock, the median of the rounds.
 */
export async function main([rounds = '15', days = '365']: string[]) {
  await using directory = await temporaryDirectory('datedSettings')
  const from = new Date(end.getTime() - Number(days) * dayMs)
  const fill = { machines, minutes: Number(days) * 1_440, from, contexts: 1 }
  const { telemetry } = await filledStore(directory.path, fill)
  const machineIds = Array.from({ length: machines }, (_, i) => i + 1)
  const period = { from, to: end }
  const question = { machineIds, period, filter: {}, by }
  const edges: number[] = []
  const first = from.getTime() - (from.getTime() % dayMs) + (13 * 60 + 37) * 60_000
  for (let at = first + monthMs / 2; at < end.getTime(); at += monthMs) edges.push(at)
  const list = datedSpans([], edges, end.getTime())
  const spans: UnplannedSpans = new Map(machineIds.map((id) => [id, list]))
  const without = () => contextTotals(telemetry, scope, question)
  const withEdges = async () => {
    const [totals = []] = await plannedTotals(telemetry, scope, {
      ...{ ...question, starts: [from], spans },
    })
    return totals
  }
  const sum = (totals: readonly { readonly ms: number }[]) =>
    totals.reduce((all, { ms }) => all + ms, 0)
  if (sum(await without()) !== sum(await withEdges())) throw new Error('the sums differ')
  // What questions wanted is read into memory in the background.
  await sleep(5_000)
  const [bare, dated]: [number[], number[]] = [[], []]
  for (let round = 0; round < Number(rounds); round += 1) {
    bare.push(await timeOf(without))
    dated.push(await timeOf(withEdges))
  }
  const [a, b] = [median(bare), median(dated)]
  console.log(
    `${machines} × ${days} d, ${edges.length} edges: without one ${a.toFixed(1)} ms, with them ${b.toFixed(1)} ms, ${(b / a).toFixed(2)} × (${load()})`,
  )
  await telemetry.close()
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}
