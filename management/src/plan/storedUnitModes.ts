import { datedInOrder, type UnitModeRule } from '@packboard/model'
import { sql } from 'kysely'
import type { Db } from '../store.ts'

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
