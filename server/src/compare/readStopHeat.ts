import { type StopHeat, stopHeatDays } from '@packboard/contract'
import type { Period } from '@packboard/model'
import { partTotals } from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'
import { windowMsOf } from '../figures/figureBasis.ts'
import { stopPieces } from '../figures/stopPieces.ts'
import { type ChartQuestion, ledgerQuestion } from '../filter/chartQuestion.ts'
import { hourPieces } from './hourPieces.ts'

const dayMs = 86_400_000

/** Stop time by weekday and hour: the sums of Stop Causes, divided by the clock on the wall. Its cost does not grow with the window. */
export async function readStopHeat(deps: Deps, requested: ChartQuestion): Promise<StopHeat> {
  const { scope, machines, zone, nothing } = requested
  const period = lastDays(requested.period)
  const pieces = hourPieces(period, zone)
  const question = ledgerQuestion({ ...requested, period })
  const [parts, planned] = await Promise.all([
    nothing
      ? []
      : partTotals(deps.telemetry, scope, {
          ...question,
          by: ['category'],
          starts: pieces.map((piece) => piece.period.from),
        }),
    deps.plans.window(scope, machines, period),
  ])
  const hours = pieces.map((piece, at) => ({
    ...piece,
    stopMs: stopPieces(parts[at] ?? []).reduce((sum, { ms }) => sum + ms, 0),
    closedMs: planned?.msOf(machines, piece.period).closed ?? 0,
  }))
  const byCell = Map.groupBy(hours, ({ date, hour }) => weekdayOf(date) * 24 + hour)
  const cells = [...byCell]
    .sort(([a], [b]) => a - b)
    .flatMap(([key, own]) => {
      const worst = own.reduce((most, one) => (one.stopMs > most.stopMs ? one : most))
      const sum = (of: (hour: (typeof own)[number]) => number) =>
        own.reduce((all, one) => all + of(one), 0)
      const windowMs = sum((one) => windowMsOf(one.period, machines.length))
      return {
        weekday: Math.floor(key / 24),
        hour: key % 24,
        times: new Set(own.map(({ date }) => date)).size,
        stopSeconds: sum(({ stopMs }) => stopMs) / 1_000,
        closed: windowMs > 0 ? sum(({ closedMs }) => closedMs) / windowMs : 0,
        worst: worst.period,
      }
    })
  return { ...period, cells }
}

function lastDays({ from, to }: Period): Period {
  const earliest = to.getTime() - stopHeatDays * dayMs
  return { from: new Date(Math.max(from.getTime(), earliest)), to }
}

/** Monday is 1. */
const weekdayOf = (date: string) => ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
