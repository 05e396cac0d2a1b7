import {
  AppError,
  datedInOrder,
  isPlanDay,
  refusedField,
  type StopThreshold,
} from '@packboard/model'
import { sql } from 'kysely'
import { changing, demandVersion, type Editor, plural } from '../change/changing.ts'
import { countOf, refusing } from '../queries.ts'
import type { Db, Management } from '../store.ts'
import { storedThresholds } from './machineTypes.ts'

/** The row of a machine type that is about to be changed, locked against other changes. */
export function machineTypeToChange(db: Db, id: number) {
  return db
    .selectFrom('machine_type')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(refusing('machineType.notFound'))
}

/** A machine type as the audit log keeps it. */
export function machineTypeSnapshot(row: { readonly label: string; readonly image_path: string }) {
  return { label: row.label, imagePath: row.image_path }
}

/** Adds a machine type and returns its number. */
export function addMachineType(
  management: Management,
  editor: Editor,
  requested: { readonly label: string; readonly imagePath: string },
): Promise<number> {
  return changing(management, editor, async ({ db, audit }) => {
    const row = await db
      .insertInto('machine_type')
      .values({ label: requested.label, image_path: requested.imagePath })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit('create', 'machineType', {
      id: row.id,
      clientId: null,
      after: machineTypeSnapshot(row),
    })
    return row.id
  })
}

/** Gives a machine type another picture; its label stays. */
export function changeMachineType(
  management: Management,
  editor: Editor,
  id: number,
  requested: { readonly imagePath: string; readonly version?: number | undefined },
): Promise<void> {
  return changing(management, editor, async ({ db, audit }) => {
    const before = await machineTypeToChange(db, id)
    demandVersion(before, requested.version)
    const after = await db
      .updateTable('machine_type')
      .set({ image_path: requested.imagePath })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit('update', 'machineType', {
      id,
      clientId: null,
      before: machineTypeSnapshot(before),
      after: machineTypeSnapshot(after),
    })
  })
}

/** Deletes a machine type, unless machines have it: then the error names how many (D41). */
export function deleteMachineType(
  management: Management,
  editor: Editor,
  id: number,
): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const before = await machineTypeToChange(db, id)
    const count = await countOf(
      db.selectFrom('machine').where('machine_type_id', '=', id).where('deleted_at', 'is', null),
    )
    if (count > 0) {
      throw new AppError('row.inUse', {
        message: `This machine type is still used by ${plural(count, 'machine')}.`,
      })
    }
    await db.updateTable('machine_type').set({ deleted_at: at }).where('id', '=', id).execute()
    await audit('delete', 'machineType', {
      id,
      clientId: null,
      before: machineTypeSnapshot(before),
    })
  })
}

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
    await audit('update', 'machineType', {
      id,
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
    throw refusedField(field, message)
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
