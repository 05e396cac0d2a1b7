import { AppError, datedInOrder, isPlanDay, type StopThreshold } from '@packboard/model'
import { sql } from 'kysely'
import { changing, type Editor } from '../change/changing.ts'
import { demandVersion } from '../change/demandVersion.ts'
import type { Db, Management } from '../store.ts'
import { machineTypeToChange } from './machineTypeToChange.ts'
import { storedThresholds } from './stopThresholds.ts'

/** Replaces the stop thresholds of a machine type (D59). One that stays keeps who set it; the audit log has both lists. */
export function setStopThresholds(
  management: Management,
  editor: Editor,
  id: number,
  requested: {
    readonly stopThresholds: readonly StopThreshold[]
    readonly version?: number | undefined
  },
): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const row = await machineTypeToChange(db, id)
    demandVersion(row, requested.version)
    const after = datedInOrder(requested.stopThresholds.map(plain))
    demandDays(after)
    const before = ((await storedThresholds(db, [id])).get(id) ?? []).map(plain)
    if (JSON.stringify(before) === JSON.stringify(after)) return
    await replace(db, { id, by: editor.userId, at }, before, after)
    // Its version rises.
    await db
      .updateTable('machine_type')
      .set({ settings_changed_at: at })
      .where('id', '=', id)
      .execute()
    await audit({
      action: 'update',
      entity: 'machineType',
      entityId: id,
      clientId: null,
      before: { stopThresholds: before },
      after: { stopThresholds: after },
    })
  })
}

const plain = ({ validFrom, seconds }: StopThreshold): StopThreshold => ({ validFrom, seconds })

function demandDays(entries: readonly StopThreshold[]): void {
  for (const [index, { validFrom }] of entries.entries()) {
    const isTwice = entries[index - 1]?.validFrom === validFrom
    if (!isTwice && (validFrom === null || isPlanDay(validFrom))) continue
    const message = isTwice
      ? `Two thresholds begin on ${validFrom ?? 'the first day'}.`
      : `${validFrom} is no day of the calendar.`
    const field = `stopThresholds.${index}.validFrom`
    throw new AppError('request.invalid', { message, fields: [{ field, message }] })
  }
}

async function replace(
  db: Db,
  { id, by, at }: { readonly id: number; readonly by: number; readonly at: Date },
  before: readonly StopThreshold[],
  after: readonly StopThreshold[],
): Promise<void> {
  const textOf = (one: StopThreshold) => JSON.stringify(one)
  const [known, wanted] = [new Set(before.map(textOf)), new Set(after.map(textOf))]
  for (const one of before) {
    if (wanted.has(textOf(one))) continue
    await db
      .deleteFrom('machine_type_setting')
      .where('machine_type_id', '=', id)
      .where('name', '=', 'stopThresholdSeconds')
      .where(sql<boolean>`valid_from is not distinct from ${one.validFrom}::date`)
      .execute()
  }
  const rows = after
    .filter((one) => !known.has(textOf(one)))
    .map(({ validFrom, seconds }) => ({
      ...{ machine_type_id: id, name: 'stopThresholdSeconds' as const },
      ...{ valid_from: validFrom, value: seconds, set_by: by, set_at: at },
    }))
  if (rows.length > 0) await db.insertInto('machine_type_setting').values(rows).execute()
}
