import {
  AppError,
  type ClientScope,
  findPlanFault,
  isPlanDay,
  type Plan,
  type PlanException,
  type PlanFault,
  type PlanWeek,
  planInOrder,
  refusedField,
  type UnitModeRule,
} from '@packboard/model'
import { sql } from 'kysely'
import { changing, demandVersion, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/changeClients.ts'
import { piecesOf } from '../queries.ts'
import type { Db, Management } from '../store.ts'
import {
  linesOfClient,
  replaceUnitModes,
  type StoredPlan,
  storedPlan,
  unitModesInOrder,
} from './storedPlan.ts'

/**
 * Replaces the plan of a client and returns the number of this change. Rows that stay as they are keep who set them. The
 * audit log has one entry with the weeks and exceptions that were removed and added.
 */
export async function setPlan(
  management: Management,
  editor: Editor,
  scope: ClientScope,
  requested: Plan & {
    readonly version?: number | undefined
    /** Left out: they stay as they are. */
    readonly unitModes?: readonly UnitModeRule[] | undefined
  },
): Promise<number> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const { id: clientId } = await clientToChange(db, scope.clientId)
    const before = await storedPlan(db, clientId)
    demandVersion(before, requested.version)
    const lines = await linesOfClient(db, clientId)
    const named = withLinesOf(requested, lines)
    const fault = findPlanFault(named)
    if (fault !== null) throw refusalOf(fault)
    const change = differences(before, planInOrder(named))
    const modes = { before: unitModesInOrder(before.unitModes) }
    const wanted = requested.unitModes && demandDays(unitModesInOrder(requested.unitModes))
    const newModes = JSON.stringify(wanted) === JSON.stringify(modes.before) ? undefined : wanted
    // Saving what is there already is no change.
    if (change === undefined && newModes === undefined) return before.version

    const { version } = await db
      .insertInto('plan')
      .values({ client_id: clientId, changed_at: sql<Date>`clock_timestamp()` })
      .onConflict((known) =>
        known.column('client_id').doUpdateSet({ changed_at: sql<Date>`clock_timestamp()` }),
      )
      .returning('version')
      .executeTakeFirstOrThrow()
    const by = { client_id: clientId, set_by: editor.userId, set_at: at }
    const lineIds = new Map(lines.map(({ id, name }) => [name, id]))
    const lineIdOf = (line: string | null) => (line === null ? null : (lineIds.get(line) ?? null))
    if (newModes) await replaceUnitModes(db, before.unitModes, newModes, by)
    const { removed, added } = change ?? nothing
    await replaceWeeks(db, { removed, added }, by, lineIdOf)
    await replaceExceptions(db, { removed, added }, by, lineIdOf)
    await audit('update', 'plan', {
      id: clientId,
      clientId,
      before: {
        weeks: removed.weeks.map(({ week }) => week),
        exceptions: removed.exceptions.map(({ exception }) => exception),
        ...(newModes && { unitModes: modes.before }),
      },
      after: { ...added, ...(newModes && { unitModes: newModes }) },
    })
    return version
  })
}

/** The same with each line in the spelling of its own name; a line that the client does not have is refused. */
function withLinesOf(
  { weeks, exceptions }: Plan,
  lines: readonly { readonly name: string }[],
): Plan {
  const spellings = new Map(lines.map(({ name }) => [name.toLowerCase(), name]))
  const spell = (line: string | null, field: string): string | null => {
    if (line === null) return null
    const known = lines.some(({ name }) => name === line) ? line : spellings.get(line.toLowerCase())
    if (known !== undefined) return known
    const message = `There is no line named ${line}.`
    throw refusedField(field, message)
  }
  return {
    weeks: weeks.map((week, i) => ({ ...week, line: spell(week.line, `weeks.${i}.line`) })),
    exceptions: exceptions.map((exception, i) => ({
      ...exception,
      line: spell(exception.line, `exceptions.${i}.line`),
    })),
  }
}

/** Two rows that cannot both hold are a conflict that names the other one; anything else is a mistake of the form. */
function refusalOf({ at, other, message }: PlanFault): AppError {
  const places = other === undefined ? [at] : [at, other]
  return new AppError(other === undefined ? 'request.invalid' : 'plan.overlap', {
    message,
    fields: places.map((field) => ({ field, message })),
  })
}

type PlanChange = {
  readonly removed: Pick<StoredPlan, 'weeks' | 'exceptions'>
  readonly added: Plan
}

/** Each day once, and a day of the calendar. */
function demandDays(rules: readonly UnitModeRule[]): readonly UnitModeRule[] {
  for (const [index, { validFrom }] of rules.entries()) {
    const field = `unitModes.${index}.validFrom`
    const isTwice = rules.findIndex((rule) => rule.validFrom === validFrom) !== index
    const isDay = validFrom === null || isPlanDay(validFrom)
    if (isDay && !isTwice) continue
    const message = isTwice
      ? `Two rules of unit modes begin on ${validFrom ?? 'the first day'}.`
      : `${validFrom} is no day of the calendar.`
    throw refusedField(field, message)
  }
  return rules
}

const nothing: PlanChange = {
  removed: { weeks: [], exceptions: [] },
  added: { weeks: [], exceptions: [] },
}

/** What goes and what comes; undefined when that is nothing. A row that differs goes and comes. */
function differences(before: StoredPlan, after: Plan): PlanChange | undefined {
  const textOf = (row: PlanWeek | PlanException) => JSON.stringify(row)
  const wanted = new Set([...after.weeks, ...after.exceptions].map(textOf))
  const known = new Set([
    ...before.weeks.map(({ week }) => textOf(week)),
    ...before.exceptions.map(({ exception }) => textOf(exception)),
  ])
  const removed = {
    weeks: before.weeks.filter(({ week }) => !wanted.has(textOf(week))),
    exceptions: before.exceptions.filter(({ exception }) => !wanted.has(textOf(exception))),
  }
  const added = {
    weeks: after.weeks.filter((week) => !known.has(textOf(week))),
    exceptions: after.exceptions.filter((exception) => !known.has(textOf(exception))),
  }
  const changes = [removed.weeks, removed.exceptions, added.weeks, added.exceptions]
  return changes.every((rows) => rows.length === 0) ? undefined : { removed, added }
}

type SetBy = { readonly client_id: number; readonly set_by: number; readonly set_at: Date }
type LineIdOf = (line: string | null) => number | null

async function replaceWeeks(db: Db, change: PlanChange, by: SetBy, lineIdOf: LineIdOf) {
  const ids = change.removed.weeks.map(({ id }) => id)
  if (ids.length > 0) {
    await db
      .deleteFrom('plan_week')
      .where('client_id', '=', by.client_id)
      .where('id', 'in', ids)
      .execute()
  }
  const rows = change.added.weeks.map(({ line, validFrom, entries }) => ({
    ...by,
    line_id: lineIdOf(line),
    valid_from: validFrom,
    entries: entries && JSON.stringify(entries),
  }))
  for (const some of piecesOf(rows)) await db.insertInto('plan_week').values(some).execute()
}

async function replaceExceptions(db: Db, change: PlanChange, by: SetBy, lineIdOf: LineIdOf) {
  const ids = change.removed.exceptions.map(({ id }) => id)
  if (ids.length > 0) {
    await db
      .deleteFrom('plan_exception')
      .where('client_id', '=', by.client_id)
      .where('id', 'in', ids)
      .execute()
  }
  const rows = change.added.exceptions.map((exception) => ({
    ...by,
    line_id: lineIdOf(exception.line),
    starts: `${exception.startDate} ${exception.startTime}`,
    ends: `${exception.endDate} ${exception.endTime}`,
    kind: exception.kind,
    note: exception.note,
  }))
  for (const some of piecesOf(rows)) await db.insertInto('plan_exception').values(some).execute()
}
