import {
  compareExceptions,
  compareWeeks,
  exceptionInOrder,
  type PlanException,
  type PlanWeek,
  weekInOrder,
} from '@packboard/model'
import { sql } from 'kysely'
import type { Db } from '../store.ts'
import { type StoredUnitModeRule, storedUnitModes } from './storedUnitModes.ts'

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
