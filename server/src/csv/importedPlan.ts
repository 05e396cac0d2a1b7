import type { RefusedPlanLine } from '@packboard/contract'
import {
  exceptionInOrder,
  type Plan,
  type PlanEntry,
  type PlanException,
  type PlanFault,
  type PlanWeek,
  planFaultSteps,
  weekInOrder,
} from '@packboard/model'
import { inSlices } from '@packboard/telemetry/slices'
import { refusedInPlan } from './planRefusal.ts'
import { type PlanRow, readPlanCsv } from './readPlanCsv.ts'

/** The plan of a client with a file in it, and what the file did to it. */
type ImportedPlan = {
  readonly plan: Plan
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly refused: RefusedPlanLine[]
}

/**
 * Puts the lines of a file into a plan: a week of the file replaces the one of the same line and day whole, exceptions
 * are added to those that are there. Where a line is refused the plan is what it was.
 */
export async function importedPlan(
  csv: string,
  current: Plan & { readonly lines: readonly string[] },
): Promise<ImportedPlan> {
  const read = await readPlanCsv(csv, current.lines)
  return inSlices('planImport', mergedPlan(current, read))
}

function* mergedPlan(
  current: Plan,
  { rows, refused }: Awaited<ReturnType<typeof readPlanCsv>>,
): Generator<void, ImportedPlan> {
  const before: Plan = {
    weeks: current.weeks.map(weekInOrder),
    exceptions: current.exceptions.map(exceptionInOrder),
  }
  if (refused.length > 0) return nothingBut(before, refused)
  yield
  const weeks = mergeWeeks(before.weeks, rows)
  const exceptions = yield* mergeExceptions(before.exceptions, rows)
  const plan: Plan = { weeks: weeks.items, exceptions: exceptions.items }
  const fault = yield* planFaultSteps(plan)
  if (fault !== null) {
    const lines = new Map([...weeks.lines, ...exceptions.lines])
    return nothingBut(before, [refusalOf(fault, lines)])
  }
  return {
    plan,
    added: weeks.added + exceptions.added,
    changed: weeks.changed,
    unchanged: weeks.unchanged + exceptions.unchanged,
    refused,
  }
}

const nothingBut = (plan: Plan, refused: RefusedPlanLine[]): ImportedPlan => ({
  plan,
  added: 0,
  changed: 0,
  unchanged: 0,
  refused,
})

/** A list with the rows of the file in it, and at which line of the file each of its places stands. */
type Merged<Item> = {
  readonly items: Item[]
  readonly lines: Map<string, number>
  readonly added: number
  readonly changed: number
  readonly unchanged: number
}

type WeekOfFile = {
  readonly line: string | null
  readonly validFrom: string
  readonly entries: PlanEntry[]
  readonly lines: number[]
}

function mergeWeeks(before: readonly PlanWeek[], rows: readonly PlanRow[]): Merged<PlanWeek> {
  const keyOf = ({ line, validFrom }: Pick<PlanWeek, 'line' | 'validFrom'>) =>
    JSON.stringify([line, validFrom])
  const ofFile = new Map<string, WeekOfFile>()
  for (const row of rows) {
    if (!('week' in row)) continue
    const key = keyOf(row.week)
    const week = ofFile.get(key) ?? { ...row.week, entries: [], lines: [] }
    week.entries.push(row.entry)
    week.lines.push(row.line)
    ofFile.set(key, week)
  }
  const known = new Map(before.map((week) => [keyOf(week), week]))
  const items: PlanWeek[] = before.filter((week) => !ofFile.has(keyOf(week)))
  const lines = new Map<string, number>()
  const count = { added: 0, changed: 0, unchanged: 0 }
  for (const [key, { line, validFrom, entries, lines: numbers }] of ofFile) {
    const at = `weeks.${items.length}`
    for (const [index, number] of numbers.entries()) lines.set(`${at}.entries.${index}`, number)
    lines.set(at, numbers[0] ?? 0)
    const week: PlanWeek = { line, validFrom, entries }
    items.push(week)
    const old = known.get(key)
    if (old === undefined) count.added += 1
    else if (sameText(old, weekInOrder(week))) count.unchanged += 1
    else count.changed += 1
  }
  return { items, lines, ...count }
}

function* mergeExceptions(
  before: readonly PlanException[],
  rows: readonly PlanRow[],
): Generator<void, Merged<PlanException>> {
  const items = [...before]
  const lines = new Map<string, number>()
  const count = { added: 0, changed: 0, unchanged: 0 }
  const known = new Set(before.map((exception) => JSON.stringify(exception)))
  for (const row of rows) {
    yield
    if (!('exception' in row)) continue
    const exception = exceptionInOrder(row.exception)
    if (known.has(JSON.stringify(exception))) {
      count.unchanged += 1
      continue
    }
    lines.set(`exceptions.${items.length}`, row.line)
    items.push(exception)
    count.added += 1
  }
  return { items, lines, ...count }
}

const sameText = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)

/** The fault at its line of the file; with the line of the other entry where that is in the file, too. */
function refusalOf(
  { at, other, message }: PlanFault,
  lines: ReadonlyMap<string, number>,
): RefusedPlanLine {
  const [here, there] = [lines.get(at), other === undefined ? undefined : lines.get(other)]
  const second = here !== undefined && there !== undefined ? { other: there } : {}
  return { line: here ?? there ?? 1, ...refusedInPlan(message, second) }
}
