import { randomUUID } from 'node:crypto'
import { AppError, previewLimits } from '@packboard/model'
import { sql } from 'kysely'
import { isAmong, refusing } from '../queries.ts'
import type { SettingRebuild } from '../schema.ts'
import { type Db, inside, type Management } from '../store.ts'

const minuteMs = 60_000

/** What a preview was made of, and what applying it will compute. */
type Preview = {
  readonly userId: number
  /** Of what is to be entered, and of whom. */
  readonly entriesHash: string
  /** The version of what it is of, and the number of the newest entry that it was computed with. */
  readonly version: number
  readonly newestEntry: number
  /** `YYYY-MM-DD HH:mm`: the earliest beginning. */
  readonly applyFrom: string
  readonly rebuilds: readonly SettingRebuild[]
}

/** A new name of a preview: it cannot be guessed. */
export const previewName = (): string => randomUUID()

/** Keeps a preview that is complete; those that are too old to be applied are removed. */
export function keepPreview(management: Management, id: string, preview: Preview): Promise<void> {
  const store = inside(management)
  return store.transaction(async (db) => {
    const at = new Date(store.now())
    await db.deleteFrom('setting_preview').where('made_at', '<', oldest(at)).execute()
    await db
      .insertInto('setting_preview')
      .values({
        ...{ id, made_by: preview.userId, made_at: at, entries_hash: preview.entriesHash },
        ...{ version: preview.version, newest_entry: preview.newestEntry },
        ...{ apply_from: preview.applyFrom, rebuilds: JSON.stringify(preview.rebuilds) },
      })
      .execute()
  })
}

const oldest = (at: Date) => new Date(at.getTime() - previewLimits.minutes * minuteMs)

/** A preview that a person applies, as the caller knows it. */
export type Applied = {
  readonly previewId?: string | undefined
  readonly applyFrom?: string | undefined
  readonly entriesHash: string
}

/**
 * Opens the change of the past that a preview was made for and gives its number. The preview must be complete, of this person, of the same
 * entries and at most 30 minutes old, and no entry may have come since. It is used up.
 */
export async function openChange(
  db: Db,
  change: {
    readonly applied: Applied
    readonly by: number
    readonly at: Date
    readonly reason: string
    readonly of: {
      readonly clientId: number | null
      readonly machineTypeId?: number
      readonly machineId?: number
    }
    /** What is in force now; read under the lock of what is changed. */
    readonly now: Pick<Preview, 'version' | 'newestEntry'>
  },
): Promise<number> {
  const { applied, by, at, of, now } = change
  const { previewId, applyFrom, entriesHash } = applied
  if (previewId === undefined || applyFrom === undefined) {
    throw new AppError('settings.previewNeeded')
  }
  const preview = await db
    .deleteFrom('setting_preview')
    .where('id', '=', previewId)
    .where('made_by', '=', by)
    .returningAll()
    .executeTakeFirstOrThrow(refusing('settings.previewUnknown'))
  if (preview.made_at < oldest(at)) throw new AppError('settings.previewOld')
  if (preview.entries_hash !== entriesHash || preview.apply_from !== applyFrom) {
    throw new AppError('settings.previewOther')
  }
  if (preview.version !== now.version || preview.newest_entry !== now.newestEntry) {
    throw new AppError('settings.previewOutdated')
  }
  const { id } = await db
    .insertInto('setting_change')
    .values({
      ...{ client_id: of.clientId, machine_type_id: of.machineTypeId, machine_id: of.machineId },
      ...{ applied_at: at, applied_by: by, reason: change.reason },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rebuilds = preview.rebuilds.map(({ machineId, firstDay, lastDay }) => ({
    ...{ change_id: id, machine_id: machineId, first_day: firstDay, last_day: lastDay },
  }))
  if (rebuilds.length > 0) await db.insertInto('setting_rebuild').values(rebuilds).execute()
  return id
}

/** Minutes of a machine that its ledger still has by the settings of before. */
export type OpenRebuild = SettingRebuild & {
  readonly changeId: number
  /** Days that are computed. */
  readonly done: number
}

/** What is still to be computed of the machines of a cell, or of all, in the order in which it was applied. */
export function openRebuilds(management: Management, cellId?: number): Promise<OpenRebuild[]> {
  return inside(management).read(async (db) => {
    let query = db
      .selectFrom('setting_rebuild as r')
      .innerJoin('machine as m', 'm.id', 'r.machine_id')
      .innerJoin('client as c', 'c.id', 'm.client_id')
      .select(['r.change_id as changeId', 'r.machine_id as machineId', 'r.done'])
      .select(sql<string>`r.first_day::text`.as('firstDay'))
      .select(sql<string>`r.last_day::text`.as('lastDay'))
      .where('r.finished_at', 'is', null)
      .orderBy('r.change_id')
      .orderBy('r.machine_id')
    if (cellId !== undefined) query = query.where('c.cell_id', '=', cellId)
    return query.execute()
  })
}

/** Until when the minutes of machines wait for a rebuild, ms since 1970; a machine without one is absent. */
export function rebuiltUntil(
  management: Management,
  machineIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  return inside(management).read(async (db) => {
    const rows = await db
      .selectFrom('setting_rebuild as r')
      .innerJoin('setting_change as c', 'c.id', 'r.change_id')
      .select(['r.machine_id as machineId', ({ fn }) => fn.max('c.applied_at').as('until')])
      .where('r.finished_at', 'is', null)
      .where(isAmong('r.machine_id', machineIds))
      .groupBy('r.machine_id')
      .execute()
    const minute = (at: Date) => Math.floor(at.getTime() / minuteMs) * minuteMs
    return new Map(rows.map(({ machineId, until }) => [machineId, minute(until)]))
  })
}

type RebuildKey = Pick<OpenRebuild, 'changeId' | 'machineId'>

/** So many days of a rebuild are computed. */
export async function noteRebuild(
  management: Management,
  { changeId, machineId }: RebuildKey,
  done: number,
): Promise<void> {
  await inside(management).transaction((db) =>
    db
      .updateTable('setting_rebuild')
      .set({ done })
      .where('change_id', '=', changeId)
      .where('machine_id', '=', machineId)
      .where('done', '<', done)
      .execute(),
  )
}

export async function endRebuild(
  management: Management,
  { changeId, machineId }: RebuildKey,
): Promise<void> {
  const store = inside(management)
  await store.transaction((db) =>
    db
      .updateTable('setting_rebuild')
      .set({ finished_at: new Date(store.now()) })
      .where('change_id', '=', changeId)
      .where('machine_id', '=', machineId)
      .execute(),
  )
}

/** A change of the past that is being computed. */
export type Applying = {
  readonly by: string | null
  readonly at: Date
  readonly reason: string
  /** Days of single machines to be computed, and of these the computed ones. */
  readonly days: number
  readonly done: number
}

/** The changes of one owner that are being computed, in the order in which they were applied. */
export async function applyingOf(
  db: Db,
  {
    clientId,
    machineTypeId,
    machineId,
  }: {
    readonly clientId: number | null
    readonly machineTypeId?: number
    readonly machineId?: number
  },
): Promise<Applying[]> {
  const rows = await db
    .selectFrom('setting_change as c')
    .innerJoin('setting_rebuild as r', 'r.change_id', 'c.id')
    .leftJoin('user_account as u', 'u.id', 'c.applied_by')
    .select(['u.username as by', 'c.applied_at as at', 'c.reason'])
    .select(sql<number>`sum(r.last_day - r.first_day + 1)::integer`.as('days'))
    .select(
      sql<number>`sum(case when r.finished_at is null then least(r.done, r.last_day - r.first_day + 1)
        else r.last_day - r.first_day + 1 end)::integer`.as('done'),
    )
    .where('c.client_id', clientId === null ? 'is' : '=', clientId)
    .where('c.machine_type_id', machineTypeId === undefined ? 'is' : '=', machineTypeId ?? null)
    .where('c.machine_id', machineId === undefined ? 'is' : '=', machineId ?? null)
    .groupBy(['c.id', 'u.username'])
    .having(sql<boolean>`bool_or(r.finished_at is null)`)
    .orderBy('c.id')
    .execute()
  return rows
}
