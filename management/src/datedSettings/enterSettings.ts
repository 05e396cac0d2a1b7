import {
  AppError,
  type ErrorCode,
  errorCatalogue,
  nextMinute,
  type SettingKind,
  settingToleranceMs,
  stepInForce,
  stepsInOrder,
  wallInstant,
  wallTime,
} from '@packboard/model'
import { piecesOf } from '../queries.ts'
import type { Db } from '../store.ts'
import {
  ownerOf,
  ownSteps,
  type StoredSetting,
  settingFrom,
  stepsKey,
  storedSettings,
  type ValueSteps,
} from './storedSettings.ts'

/** What a setting is to be from an instant on. */
export type SettingEntry = {
  /** Null: of a machine type, for all clients. */
  readonly clientId: number | null
  readonly machineTypeId?: number | null | undefined
  readonly machineId?: number | null | undefined
  readonly kind: SettingKind
  readonly product?: string | null | undefined
  readonly code?: number | null | undefined
  /** Null: none of its own from then on. */
  readonly value: number | string | null
  /** `YYYY-MM-DD HH:mm` on the clock of the client, or of each client; undefined: from the next whole minute; null: from the beginning. */
  readonly validFrom?: string | null | undefined
  readonly reason?: string | undefined
}

type Entering = {
  readonly at: Date
  readonly by: number | null
  /** Opens the change that entries of the past belong to, and gives its number; without it the past is refused. */
  readonly applies?: ((past: readonly PlannedEntry[]) => Promise<number>) | undefined
}

/** An entry, and what it would do. */
export type PlannedEntry = {
  readonly entry: SettingEntry
  readonly begins: Begins
  /** On whose clocks it begins. */
  readonly zones: readonly string[]
  /** It begins before now, on a clock at least. */
  readonly isPast: boolean
  /** Something else would hold from its instant on. */
  readonly changes: boolean
}

const insertion = (db: Db) => db.insertInto('dated_setting')

/**
 * The one writer of settings with a date: entries are only added. What begins before now needs a change of the past (D98), and what changes
 * nothing is left out. Returns the entries that were added.
 */
export async function enterSettings(
  db: Db,
  { at, by, applies }: Entering,
  entries: readonly SettingEntry[],
): Promise<SettingEntry[]> {
  const planned = await planSettings(db, at, entries)
  const past = planned.filter(({ isPast }) => isPast)
  if (past.length > 0 && applies === undefined) {
    throw refusedAt('settings.previewNeeded', planned.findIndex(isOfPast), 'validFrom')
  }
  const changeId = past.length > 0 ? ((await applies?.(past)) ?? null) : null
  const added = planned.filter(({ changes }) => changes)
  const rows = added.map(({ entry, begins, isPast }) =>
    rowOf(entry, begins, { at, by, changeId: isPast ? changeId : null }),
  )
  for (const some of piecesOf(rows)) await insertion(db).values(some).execute()
  return added.map(({ entry, begins, zones }) => {
    return { ...entry, validFrom: wallOf(begins, zones[0] ?? 'UTC') }
  })
}

const isOfPast = ({ isPast }: PlannedEntry) => isPast

/** What entries would do, each after those before it. Those of the past need a reason. */
export async function planSettings(
  db: Db,
  at: Date,
  entries: readonly SettingEntry[],
): Promise<PlannedEntry[]> {
  if (entries.length === 0) return []
  const zonesOf = await zonesOfEntries(db, entries)
  const timelines = openTimelines(await knownEntries(db, entries))
  return entries.map((entry, index) => {
    const zones = zonesOf(entry)
    const begins = beginning(entry, zones, at.getTime())
    const earliest = at.getTime() - settingToleranceMs
    const isPast = zones.some((zone) => settingFrom(begins, zone) < earliest)
    if (isPast && !entry.reason?.trim()) throw refusedAt('settings.reasonNeeded', index, 'reason')
    return { entry, begins, zones, isPast, changes: timelines.change(entry, begins, zones) }
  })
}

/** Refuses an entry; the field is that of its row. */
function refusedAt(code: ErrorCode, index: number, field: string): AppError {
  const { message } = errorCatalogue[code]
  return new AppError(code, { fields: [{ field: `${index}.${field}`, message }] })
}

/** What a new machine, machine type or client begins with. Nothing of it is past. */
export async function beginSettings(
  db: Db,
  { at, by }: Pick<Entering, 'at' | 'by'>,
  entries: readonly Omit<SettingEntry, 'validFrom'>[],
): Promise<void> {
  const rows = entries
    .filter(({ value }) => value !== null)
    .map((entry) => rowOf(entry, { validFrom: null, validWall: null }, { at, by, changeId: null }))
  for (const some of piecesOf(rows)) await insertion(db).values(some).execute()
}

export type Begins = Pick<StoredSetting, 'validFrom' | 'validWall'>

export function ownersOf(entry: SettingEntry) {
  const {
    clientId,
    machineTypeId = null,
    machineId = null,
    kind,
    product = null,
    code = null,
  } = entry
  return { clientId, machineTypeId, machineId, kind, product, code }
}

type Entered = Pick<Entering, 'at' | 'by'> & { readonly changeId: number | null }

function rowOf(
  entry: SettingEntry,
  { validFrom, validWall }: Begins,
  { at, by, changeId }: Entered,
) {
  const { clientId, machineTypeId, machineId, kind, product, code } = ownersOf(entry)
  return {
    ...{ client_id: clientId, machine_type_id: machineTypeId, machine_id: machineId },
    ...{ kind, product, code, value: JSON.stringify(entry.value) },
    ...{ valid_from: validFrom, valid_wall: validWall },
    ...{ entered_at: at, entered_by: by, reason: entry.reason?.trim() ?? '' },
    change_id: changeId,
  }
}

/** Of a machine type that several zones share, the next minute is that of the clock that is farthest ahead: it is past in none of them. */
function beginning(
  { clientId, validFrom }: SettingEntry,
  zones: readonly string[],
  now: number,
): Begins {
  const [zone = 'UTC'] = zones
  if (validFrom === null) return { validFrom: null, validWall: null }
  if (clientId !== null) {
    const from = validFrom === undefined ? nextMinute(now) : wallInstant(validFrom, zone)
    return { validFrom: new Date(from), validWall: null }
  }
  if (validFrom !== undefined) return { validFrom: null, validWall: validFrom }
  const walls = zones.map((one) => wallText(nextMinute(now), one)).sort()
  return { validFrom: null, validWall: walls.at(-1) ?? null }
}

/** `YYYY-MM-DD HH:mm` on the clock of a zone. */
export function wallText(at: number, zone: string): string {
  const { date, time } = wallTime(new Date(at), zone)
  return `${date} ${time}`
}

/** When an entry begins on the clock of a zone; null: from the beginning. */
export function wallOf(begins: Begins, zone: string): string | null {
  if (begins.validWall !== null) return begins.validWall
  return begins.validFrom && wallText(begins.validFrom.getTime(), zone)
}

/** What holds when, while entries are added. */
function openTimelines(known: readonly StoredSetting[]) {
  const owners = Map.groupBy(known, ownerOf)
  const open = new Map<string, Map<string, ValueSteps>>()
  const stepsOf = (owner: string, zone: string) => {
    const key = `${owner} ${zone}`
    const found = open.get(key) ?? new Map(ownSteps(owners.get(owner) ?? [], zone))
    open.set(key, found)
    return found
  }
  return {
    /** Takes over an entry; false where the same holds already at its instant on the clock of every zone. */
    change(entry: SettingEntry, begins: Begins, zones: readonly string[]): boolean {
      const key = stepsKey(entry.kind, entry.product ?? entry.code ?? null)
      const changes = zones.map((zone) => {
        const own = stepsOf(ownerOf(ownersOf(entry)), zone)
        const steps = own.get(key) ?? []
        const from = settingFrom(begins, zone)
        own.set(key, stepsInOrder([...steps, { from, value: entry.value }]))
        return (stepInForce(steps, from)?.value ?? null) !== entry.value
      })
      return changes.includes(true)
    },
  }
}

async function knownEntries(db: Db, entries: readonly SettingEntry[]): Promise<StoredSetting[]> {
  const ids = (pick: (entry: SettingEntry) => number | null | undefined) => [
    ...new Set(entries.flatMap((entry) => pick(entry) ?? [])),
  ]
  return storedSettings(db, {
    clientIds: ids(({ clientId, machineId }) => (machineId ? null : clientId)),
    machineIds: ids(({ machineId }) => machineId),
    machineTypeIds: ids(({ clientId, machineTypeId }) =>
      clientId === null ? machineTypeId : null,
    ),
    kinds: [...new Set(entries.map(({ kind }) => kind))],
  })
}

/** The zones on whose clocks an entry begins: that of its client, or those of all clients with machines of its type. */
async function zonesOfEntries(db: Db, entries: readonly SettingEntry[]) {
  const clientIds = [...new Set(entries.flatMap(({ clientId }) => clientId ?? []))]
  const clients =
    clientIds.length === 0
      ? []
      : await db.selectFrom('client').select(['id', 'zone']).where('id', 'in', clientIds).execute()
  const zoneOf = new Map(clients.map(({ id, zone }) => [id, zone]))
  const typeIds = [
    ...new Set(
      entries.flatMap((entry) => (entry.clientId === null ? (entry.machineTypeId ?? []) : [])),
    ),
  ]
  const zonesOfType = await zonesOfTypes(db, typeIds)
  return ({ clientId, machineTypeId }: SettingEntry): readonly string[] =>
    clientId === null
      ? (zonesOfType.get(machineTypeId ?? 0) ?? ['UTC'])
      : [zoneOf.get(clientId) ?? 'UTC']
}

/** The zones of the clients that have machines of each type. */
export async function zonesOfTypes(
  db: Db,
  typeIds: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (typeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('machine as m')
    .innerJoin('client as c', 'c.id', 'm.client_id')
    .select(['m.machine_type_id as typeId', 'c.zone'])
    .distinct()
    .where('m.machine_type_id', 'in', [...typeIds])
    .where('m.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .execute()
  const types = Map.groupBy(rows, ({ typeId }) => typeId)
  return new Map([...types].map(([typeId, own]) => [typeId, own.map(({ zone }) => zone)]))
}
