import {
  type AlertCondition,
  type ClientScope,
  type KeyPiece,
  keyPieces,
  type LineDown,
  lineDowns,
} from '@packboard/model'
import { keyMachines } from '../line/lineOeee.ts'
import { type KnownLine, linesWithFlow, readLine } from '../line/readLine.ts'
import type { AlertFacts } from './alertFacts.ts'
import type { ConditionSpan } from './conditionSpans.ts'

type LineStoppedLonger = Extract<AlertCondition, { readonly kind: 'lineStoppedLonger' }>

/** A line is read in parts of so long: of longer times it is not looked which records came late. */
const partMs = 6 * 86_400_000

/**
 * The key station of a line is down for n (D102): by the machine whose stop brought it down. While it goes on, a span lies in the future, as that of one stop does.
 */
export async function lineStoppedLonger(
  facts: AlertFacts,
  condition: LineStoppedLonger,
): Promise<ReadonlyMap<number, ConditionSpan[]>> {
  const downs = await facts.shared('lines stopped', () => stoppedLines(facts))
  const found = downs.flatMap(({ line, down }) => {
    const span = isWanted(line, down, condition)
      ? spanOf(facts, down, condition.seconds * 1_000)
      : null
    return span === null ? [] : [{ machineId: down.stop.machineId, span }]
  })
  const byMachine = Map.groupBy(found, ({ machineId }) => machineId)
  return new Map([...byMachine].map(([id, own]) => [id, own.map(({ span }) => span)]))
}

type StoppedLine = { readonly line: KnownLine; readonly down: LineDown }

/** When the lines were stopped whose key station has one of the machines. */
async function stoppedLines({ scope, deps, ...facts }: AlertFacts): Promise<StoppedLine[]> {
  const { begin, end, present } = facts
  const isWatched = new Set(facts.machines.map(({ id }) => id))
  const lines = (await linesWithFlow(deps, scope, facts.period)).filter(({ flow }) =>
    flow.some(({ value }) => keyMachines(value).some((id) => isWatched.has(id))),
  )
  const found: StoppedLine[] = []
  for (const line of lines) {
    const pieces: KeyPiece[] = []
    for (let from = begin; from < end; from += partMs) {
      const part = { from, to: Math.min(end, from + partMs) }
      pieces.push(...(await piecesIn({ ...deps, now: () => present }, scope, line, part)))
    }
    found.push(...lineDowns(pieces).map((down) => ({ line, down })))
  }
  return found
}

async function piecesIn(
  deps: Parameters<typeof readLine>[0],
  scope: ClientScope,
  line: KnownLine,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<KeyPiece[]> {
  const reading = await readLine(deps, scope, line, { from: new Date(from), to: new Date(to) })
  return keyPieces(reading, line.flow, { from, to })
}

function isWanted(
  { serialOf }: KnownLine,
  { stop, attribution }: LineDown,
  { side, rootMachineId }: LineStoppedLonger,
): boolean {
  if (side !== undefined && attribution.kind !== side) return false
  if (rootMachineId === undefined) return true
  if (attribution.kind === 'withheld') return false
  const root = attribution.kind === 'own' ? stop.machineId : attribution.rootMachineId
  return root !== null && serialOf(root) === rootMachineId
}

function spanOf(
  { end, isLive }: AlertFacts,
  { to, down, stop, attribution }: LineDown,
  leastMs: number,
): ConditionSpan | null {
  const goesOn = to >= end
  const from = reachesAt(down, leastMs) ?? (goesOn && isLive ? inFuture(down, leastMs, end) : null)
  if (from === null || (!goesOn && from >= to)) return null
  const root = attribution.kind === 'inherited' ? (attribution.rootStop ?? stop) : stop
  const { cause, group: causeGroup } = root
  return { from, to: goesOn && isLive ? null : to, cause, causeGroup, shownAt: from }
}

/** When a line was down for so long; null: it was not. */
function reachesAt(down: LineDown['down'], leastMs: number): number | null {
  let left = leastMs
  for (const { from, to } of down) {
    if (to - from >= left) return from + left
    left -= to - from
  }
  return null
}

/** The same where it still is down at the end of a window; null: it is planned or offline there. */
function inFuture(down: LineDown['down'], leastMs: number, end: number): number | null {
  if (down.at(-1)?.to !== end) return null
  return end + leastMs - down.reduce((sum, { from, to }) => sum + to - from, 0)
}
