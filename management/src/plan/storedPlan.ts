import {
  type ClientScope,
  compareExceptions,
  compareWeeks,
  datedInOrder,
  exceptionInOrder,
  type PlanException,
  type PlanWeek,
  type UnitModeRule,
  weekInOrder,
} from '@packboard/model'
import { sql } from 'kysely'
import { type Db, inside, type Management } from '../store.ts'

/** A row of the plan, and who set it; null when the account is gone. */
type Stored = { readonly id: number; readonly setBy: string | null }

export type StoredPlan = {
  /** Number of the last change; 0 while there was none. */
  readonly version: number
  readonly weeks: readonly (Stored & { readonly week: PlanWeek })[]
  readonly exceptions: readonly (Stored & { readonly exception: PlanException })[]
  readonly unitModes: readonly StoredUnitModeRule[]
}

/**
 * The plan of a client as it is stored, in its order. The number of its last change is read first: when a change comes in
 * between, an edit of what is returned is refused, and none is lost.
 */
export async function storedPlan(db: Db, clientId: number): Promise<StoredPlan> {
  const head = await db
    .selectFrom('plan')
    .select('version')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  const weeks = await db
    .selectFrom('plan_week as w')
    .leftJoin('line as l', 'l.id', 'w.line_id')
    .leftJoin('user_account as u', 'u.id', 'w.set_by')
    .select(['w.id', 'w.entries', 'l.name as line', 'u.username as setBy'])
    .select(sql<string>`to_char(w.valid_from, 'YYYY-MM-DD')`.as('validFrom'))
    .where('w.client_id', '=', clientId)
    .execute()
  const exceptions = await db
    .selectFrom('plan_exception as e')
    .leftJoin('line as l', 'l.id', 'e.line_id')
    .leftJoin('user_account as u', 'u.id', 'e.set_by')
    .select(['e.id', 'e.kind', 'e.note', 'l.name as line', 'u.username as setBy'])
    .select([
      sql<string>`to_char(e.starts, 'YYYY-MM-DD')`.as('startDate'),
      sql<string>`to_char(e.starts, 'HH24:MI')`.as('startTime'),
      sql<string>`to_char(e.ends, 'YYYY-MM-DD')`.as('endDate'),
      sql<string>`to_char(e.ends, 'HH24:MI')`.as('endTime'),
    ])
    .where('e.client_id', '=', clientId)
    .execute()
  const unitModes = await storedUnitModes(db, clientId)
  return {
    version: head?.version ?? 0,
    weeks: weeks
      .map((row) => ({ id: row.id, setBy: row.setBy, week: weekInOrder(row) }))
      .sort((a, b) => compareWeeks(a.week, b.week)),
    exceptions: exceptions
      .map((row) => ({ id: row.id, setBy: row.setBy, exception: exceptionInOrder(row) }))
      .sort((a, b) => compareExceptions(a.exception, b.exception)),
    unitModes,
  }
}

/** When a client means to produce (D72), on the clock of its zone. */
export type ClientPlan = {
  readonly zone: string
  /** The names of its lines: those that may have a week of their own. */
  readonly lines: readonly string[]
  /** `setBy`: the user name of who set it; null when the account is gone. */
  readonly weeks: readonly (PlanWeek & { readonly setBy: string | null })[]
  readonly exceptions: readonly (PlanException & { readonly setBy: string | null })[]
  /** Whether unit modes count, from which day on (D72). */
  readonly unitModes: readonly StoredUnitModeRule[]
  /** Number of the last change; 0 while there was none. */
  readonly version: number
}

/** The plan of one client; undefined when it is deleted. */
export function planOfClient(
  management: Management,
  scope: ClientScope,
): Promise<ClientPlan | undefined> {
  return inside(management).read(async (db) => {
    const client = await db
      .selectFrom('client')
      .select(['id', 'zone'])
      .where('id', '=', scope.clientId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!client) return undefined
    const { version, weeks, exceptions, unitModes } = await storedPlan(db, client.id)
    const lines = await linesOfClient(db, client.id)
    return {
      zone: client.zone,
      lines: lines.map(({ name }) => name),
      weeks: weeks.map(({ week, setBy }) => ({ ...week, setBy })),
      exceptions: exceptions.map(({ exception, setBy }) => ({ ...exception, setBy })),
      unitModes,
      version,
    }
  })
}

/** The lines of a client that are not deleted, by name. */
export async function linesOfClient(
  db: Db,
  clientId: number,
): Promise<{ readonly id: number; readonly name: string }[]> {
  const lines = await db
    .selectFrom('line')
    .select(['id', 'name'])
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .execute()
  return lines.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * What changes whenever the plan of a client means something else: the number and the time of its last change, the zone and the names of the
 * lines. undefined when there is no such client. One short query: a reader that keeps a plan compares it before each use.
 */
export function planStamp(management: Management, scope: ClientScope): Promise<string | undefined> {
  return inside(management).readShared(`planStamp ${scope.clientId}`, async (db) => {
    const found = await db
      .selectFrom('client as c')
      .leftJoin('plan as p', 'p.client_id', 'c.id')
      .select(['p.version', 'p.changed_at', 'c.zone'])
      .select(
        sql<string | null>`(SELECT json_agg(json_build_array(l.id, l.name) ORDER BY l.id)::text
          FROM line l WHERE l.client_id = c.id)`.as('lines'),
      )
      .where('c.id', '=', scope.clientId)
      .executeTakeFirst()
    return found && JSON.stringify([found.version, found.changed_at, found.zone, found.lines])
  })
}

/** A rule of unit modes, and who set it; null where nobody did or the account is gone. */
export type StoredUnitModeRule = UnitModeRule & { readonly setBy: string | null }

/** The rules of unit modes of a client, in the order of their days; none: modes count from the beginning. */
export async function storedUnitModes(db: Db, clientId: number): Promise<StoredUnitModeRule[]> {
  const rows = await db
    .selectFrom('unit_mode_rule as r')
    .leftJoin('user_account as u', 'u.id', 'r.set_by')
    .select(['r.counts', 'r.production', 'u.username as setBy'])
    .select(sql<string | null>`to_char(r.valid_from, 'YYYY-MM-DD')`.as('validFrom'))
    .where('r.client_id', '=', clientId)
    .execute()
  return datedInOrder(rows)
}

/** The same as they are stored and compared: nothing but the fields of a rule, texts without spaces around them, each once. */
export function unitModesInOrder(rules: readonly UnitModeRule[]): UnitModeRule[] {
  return datedInOrder(rules).map(({ validFrom, counts, production }) => {
    const texts = production.map((text) => text.trim()).filter((text) => text !== '')
    return { validFrom, counts, production: [...new Set(texts)].sort() }
  })
}

/** Replaces them; who set a rule stays as long as it does. */
export async function replaceUnitModes(
  db: Db,
  before: readonly UnitModeRule[],
  after: readonly UnitModeRule[],
  by: { readonly client_id: number; readonly set_by: number; readonly set_at: Date },
): Promise<void> {
  const known = new Set(unitModesInOrder(before).map((rule) => JSON.stringify(rule)))
  const wanted = new Set(after.map((rule) => JSON.stringify(rule)))
  for (const rule of unitModesInOrder(before)) {
    if (wanted.has(JSON.stringify(rule))) continue
    await db
      .deleteFrom('unit_mode_rule')
      .where('client_id', '=', by.client_id)
      .where(sql<boolean>`valid_from is not distinct from ${rule.validFrom}::date`)
      .execute()
  }
  const rows = after
    .filter((rule) => !known.has(JSON.stringify(rule)))
    .map(({ validFrom, counts, production }) => ({
      ...by,
      valid_from: validFrom,
      counts,
      production: JSON.stringify(production),
    }))
  if (rows.length > 0) await db.insertInto('unit_mode_rule').values(rows).execute()
}
