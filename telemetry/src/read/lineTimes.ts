import type { ClientScope } from '@packboard/model'
import type { StopTime } from '../ledger/cachedReads.ts'
import type { Telemetry } from '../store.ts'
import { offlineGaps } from './stateStrip.ts'
import { stopsBetween } from './stops.ts'
import { stopTimeParts } from './stopTimeParts.ts'
import type { WindowOfMachines } from './windowQuestion.ts'

/** A stop (D18) as the attribution to a line needs it. Instants are ms since 1970. */
export type StopOfLine = {
  readonly machineId: number
  /** From its first observed moment in the window to its last one. */
  readonly from: number
  readonly to: number
  /** The first-out alarm, or '' and the name of the first state. */
  readonly group: string
  readonly cause: string
  /** The state that it began with; null: it began before the window. */
  readonly state: number | null
  /** The one that it lasted longest with. */
  readonly product: string
  /** The machine ran right before it. */
  readonly isBeginKnown: boolean
}

/** What a machine of a line did beside running; each list in order and without overlap. */
export type LineTimes = {
  readonly machineId: number
  readonly stops: readonly StopOfLine[]
  /** Times without data, within stops too; what was recovered of them has no place in time (D71). */
  readonly gaps: readonly { readonly from: number; readonly to: number }[]
}

/** The stops and gaps of the machines of a line, one for each machine. */
export async function lineTimes(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowOfMachines,
): Promise<LineTimes[]> {
  const [parts, gaps] = await Promise.all([
    stopTimeParts(telemetry, scope, question),
    offlineGaps(telemetry, scope, { ...question, isRecoveredGap: true }),
  ])
  const partsOf = Map.groupBy(parts, ({ machineId }) => machineId)
  return [...new Set(question.machineIds)].map((machineId) => {
    const stops: StopOfLine[] = []
    for (const { parts: stood, ranUntil } of stopsBetween(partsOf.get(machineId) ?? [])) {
      const [first] = stood
      if (first === undefined) continue
      const { causeGroup: group, cause } = first.stood
      stops.push({
        ...{ machineId, group, cause, from: first.from },
        to: stood.reduce((last, { to }) => Math.max(last, to), first.from),
        state: stateOf(stood.map((part) => part.stood.times)),
        product: longestProduct(stood.map((part) => part.stood.times)),
        isBeginKnown: ranUntil === first.from,
      })
    }
    return { machineId, stops, gaps: gaps.get(machineId) ?? [] }
  })
}

/** The context in which a stop begins counts it. */
function stateOf(times: readonly (readonly StopTime[])[]): number | null {
  for (const own of times) {
    const begun = own.find(({ stops }) => stops > 0)
    if (begun !== undefined) return begun.state
  }
  return null
}

function longestProduct(times: readonly (readonly StopTime[])[]): string {
  const [only, ...others] = times
  if (only?.length === 1 && others.length === 0) return only[0]?.product ?? ''
  const sums = new Map<string, number>()
  for (const { product, ms } of times.flat()) sums.set(product, (sums.get(product) ?? 0) + ms)
  let found = ''
  for (const [product, ms] of sums) {
    const longest = sums.get(found) ?? 0
    if (ms > longest || (ms === longest && product < found)) found = product
  }
  return found
}
