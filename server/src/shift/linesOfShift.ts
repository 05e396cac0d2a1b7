import type { LineOeeeWire } from '@packboard/contract'
import type { ClientMachine } from '@packboard/management'
import { type ClientScope, longestHold, type Period, type ShiftFacts } from '@packboard/model'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { keyMachines, lineOeees } from '../line/lineOeee.ts'
import { type KnownLine, linesWithFlow } from '../line/readLine.ts'
import { readLineLosses } from '../line/readLineLosses.ts'

/** What the page of a shift says of its lines that have a flow. */
export type LinesOfShift = {
  /** OEEE of a line beside the sum of its machines (D103). */
  readonly oeeeOf: ReadonlyMap<string, LineOeeeWire>
  readonly held: ShiftFacts['held']
}

/** Of a shift so far. A tablet with some machines reads nothing of lines whose key station it does not have whole. */
export async function linesOfShift(
  deps: Pick<Deps, 'telemetry' | 'management' | 'now'> & PlanDeps,
  scope: ClientScope,
  { machines, period }: { readonly machines: readonly ClientMachine[]; readonly period: Period },
): Promise<LinesOfShift> {
  if (period.from >= period.to) return { oeeeOf: new Map(), held: null }
  const isShown = new Set(machines.map(({ id }) => id))
  const lines = (await linesWithFlow(deps, scope, period)).filter(({ flow }) => {
    const key = flow.flatMap(({ value }) => keyMachines(value))
    return key.length > 0 && key.every((id) => isShown.has(id))
  })
  if (lines.length === 0) return { oeeeOf: new Map(), held: null }
  const oeeeOf = await lineOeees(deps, scope, { machines, period, filter: {}, nothing: false })
  const found = await Promise.all(
    lines.map(async (line) => ({
      name: line.name,
      oeee: await oeeeOf(line.name),
      held: await heldIn(deps, scope, line, period),
    })),
  )
  return {
    oeeeOf: new Map(found.flatMap(({ name, oeee }) => (oeee === null ? [] : [[name, oeee]]))),
    held: found
      .flatMap(({ held }) => held ?? [])
      .reduce<ShiftFacts['held']>(
        (most, one) => (one.seconds > (most?.seconds ?? 0) ? one : most),
        null,
      ),
  }
}

async function heldIn(
  deps: Pick<Deps, 'telemetry' | 'management' | 'now'> & PlanDeps,
  scope: ClientScope,
  line: KnownLine,
  period: Period,
): Promise<ShiftFacts['held']> {
  const { rows, flow } = await readLineLosses(deps, scope, line, period)
  const held = longestHold(rows, new Set(keyMachines(flow)))
  if (held === null) return null
  const { machineId, cause, group, ms } = held
  return { line: line.name, machineId: line.serialOf(machineId), cause, group, seconds: ms / 1_000 }
}
