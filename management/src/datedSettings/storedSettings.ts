import {
  type ClientScope,
  type SettingKind,
  type Step,
  stepsInOrder,
  wallInstant,
} from '@packboard/model'
import { sql } from 'kysely'
import { isAmong } from '../queries.ts'
import type { Db } from '../store.ts'

/** An entry of the settings with a date (D98), as it was entered. */
export type StoredSetting = {
  readonly id: number
  /** Null: of a machine type, for all clients. */
  readonly clientId: number | null
  readonly machineTypeId: number | null
  readonly machineId: number | null
  readonly kind: SettingKind
  readonly product: string | null
  readonly code: number | null
  /** Null: none of its own from then on. */
  readonly value: unknown
  /** Both null: from the beginning. */
  readonly validFrom: Date | null
  /** `YYYY-MM-DD HH:mm` on the clock of each client. */
  readonly validWall: string | null
  readonly enteredAt: Date
  /** The user name; null where a step of the schema entered it, or the account is gone. */
  readonly enteredBy: string | null
  readonly reason: string
  /** Of one that was applied to the past. */
  readonly changeId: number | null
}

/** Whose entries are read; what is named in none of these is left out. */
type Whose = {
  readonly clientIds?: readonly number[]
  readonly machineTypeIds?: readonly number[]
  readonly machineIds?: readonly number[]
  readonly kinds?: readonly SettingKind[]
}

/** The one reader of settings with a date, in the order in which they were entered. */
export async function storedSettings(db: Db, whose: Whose | 'all'): Promise<StoredSetting[]> {
  const all = whose === 'all'
  const { clientIds = [], machineTypeIds = [], machineIds = [], kinds }: Whose = all ? {} : whose
  if (!all && clientIds.length + machineTypeIds.length + machineIds.length === 0) return []
  let query = db
    .selectFrom('dated_setting as s')
    .leftJoin('user_account as u', 'u.id', 's.entered_by')
    .select(['s.id', 's.client_id as clientId', 's.machine_type_id as machineTypeId'])
    .select(['s.machine_id as machineId', 's.kind', 's.product', 's.code', 's.value'])
    .select(['s.valid_from as validFrom', 's.entered_at as enteredAt', 's.reason'])
    .select(['u.username as enteredBy', 's.change_id as changeId'])
    .select(sql<string | null>`to_char(s.valid_wall, 'YYYY-MM-DD HH24:MI')`.as('validWall'))
    .orderBy('s.id')
  if (!all) {
    query = query.where(({ or, and, eb }) =>
      or([
        ...(clientIds.length > 0 ? [isAmong('s.client_id', clientIds)] : []),
        ...(machineIds.length > 0 ? [isAmong('s.machine_id', machineIds)] : []),
        ...(machineTypeIds.length > 0
          ? [and([isAmong('s.machine_type_id', machineTypeIds), eb('s.client_id', 'is', null)])]
          : []),
      ]),
    )
  }
  if (kinds) query = query.where('s.kind', 'in', [...kinds])
  return query.execute()
}

/** The steps of one key. */
export type ValueSteps = readonly Step<unknown>[]

/** The entries of one owner by what they are of (`stepsKey`), each in order; on the clock of a zone where they are of a machine type. */
export type OwnSteps = ReadonlyMap<string, ValueSteps>

/** What an entry of an owner is of. */
export function stepsKey(kind: SettingKind, of: string | number | null = null): string {
  return of === null ? kind : `${kind} ${of}`
}

/** When an entry begins to hold, ms since 1970; −∞: from the beginning. */
export function settingFrom(
  { validFrom, validWall }: Pick<StoredSetting, 'validFrom' | 'validWall'>,
  zone: string,
): number {
  if (validWall !== null) return wallInstant(validWall, zone)
  return validFrom === null ? Number.NEGATIVE_INFINITY : validFrom.getTime()
}

/** The steps of entries that are all of one owner, in the order in which they were entered. */
export function ownSteps(entries: readonly StoredSetting[], zone: string): OwnSteps {
  const keys = Map.groupBy(entries, ({ kind, product, code }) => stepsKey(kind, product ?? code))
  return new Map(
    [...keys].map(([key, own]) => [
      key,
      stepsInOrder(own.map((entry) => ({ from: settingFrom(entry, zone), value: entry.value }))),
    ]),
  )
}

/** Whose an entry is: of a machine type for all clients or for one, of a machine, or of all machines of a client. */
export function ownerOf({
  clientId,
  machineTypeId,
  machineId,
}: Pick<StoredSetting, 'clientId' | 'machineTypeId' | 'machineId'>): string {
  if (machineId !== null) return `machine ${machineId}`
  if (machineTypeId === null) return `client ${clientId}`
  return clientId === null ? `machineType ${machineTypeId}` : `client ${clientId} ${machineTypeId}`
}

/** The version of the target speeds of the products of a client: it rises with each entry. */
export async function productsVersion(db: Db, { clientId }: ClientScope): Promise<number> {
  const { count } = await db
    .selectFrom('dated_setting')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('client_id', '=', clientId)
    .where('product', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count) + 1
}

/** The number of the newest entry of clients and of machine types; 0: there is none. */
export async function newestEntry(
  db: Db,
  {
    clientIds,
    machineTypeIds,
  }: { readonly clientIds: readonly number[]; readonly machineTypeIds: readonly number[] },
): Promise<number> {
  const { newest } = await db
    .selectFrom('dated_setting')
    .select(({ fn }) => fn.max('id').as('newest'))
    .where(({ or, and, eb }) =>
      or([
        isAmong('client_id', clientIds),
        and([isAmong('machine_type_id', machineTypeIds), eb('client_id', 'is', null)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return newest ?? 0
}

/** The types of the machines of a client. */
export async function typesOfClient(db: Db, clientId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('machine')
    .select('machine_type_id as id')
    .distinct()
    .where('client_id', '=', clientId)
    .execute()
  return rows.map(({ id }) => id)
}

/** The clients that have machines of these types, by number. */
export async function clientsOfTypes(db: Db, typeIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('machine as m')
    .innerJoin('client as c', 'c.id', 'm.client_id')
    .select('m.client_id as id')
    .distinct()
    .where(isAmong('m.machine_type_id', typeIds))
    .where('m.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .orderBy('m.client_id')
    .execute()
  return rows.map(({ id }) => id)
}
