import {
  AppError,
  type ClientScope,
  type ClientSettingKind,
  type PanelScope,
  type SettingKind,
} from '@packboard/model'
import { type Change, changing, demandVersion, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/changeClients.ts'
import { enterSettings, type SettingEntry } from '../datedSettings/enterSettings.ts'
import { type Applied, openChange } from '../datedSettings/settingChanges.ts'
import {
  clientsOfTypes,
  newestEntry,
  productsVersion,
  typesOfClient,
} from '../datedSettings/storedSettings.ts'
import { machineToChange } from '../machines/machines.ts'
import { machineTypeToChange } from '../machineTypes/changeMachineTypes.ts'
import { piecesOf, refusing } from '../queries.ts'
import type { Db, Management } from '../store.ts'

type Dated = {
  /** `YYYY-MM-DD HH:mm`; undefined: from the next whole minute on. */
  readonly validFrom?: string | null | undefined
  readonly reason?: string | undefined
}

/** The target speed of a product: on a machine, on the machines of a type, or on all of the client. */
type NewTarget = Dated & {
  readonly product: string
  readonly machineTypeId?: number | null | undefined
  readonly serialNo?: string | null | undefined
  /** Packs per minute; null: none of its own from then on. */
  readonly ppm: number | null
}

/** A setting of a machine or a machine type, without its line, which the machine's own call changes. */
export type NewSetting = Dated & {
  readonly kind: Exclude<SettingKind, 'line' | ClientSettingKind>
  /** Of a category. */
  readonly code?: number | null | undefined
  readonly value: number | string | null
}

/** A setting of a client. */
type NewClientSetting = Dated & { readonly kind: ClientSettingKind; readonly value: string }

type NewClientSettings = {
  readonly version?: number | undefined
  readonly settings: readonly NewClientSetting[]
}

type NewSettings = {
  readonly version?: number | undefined
  readonly settings: readonly NewSetting[]
}

/** What settings are of, locked, with what is to be entered. */
export type SettingsOwner = {
  readonly of: {
    readonly clientId: number | null
    readonly machineTypeId?: number
    readonly machineId?: number
  }
  readonly version: number
  readonly entries: readonly SettingEntry[]
  /** What the audit log says of an entry. */
  aboutOf(entry: SettingEntry): {
    readonly entity: string
    readonly id: number | null
    readonly clientId: number | null
    readonly of: object
  }
}

/** Locks what settings are of and reads it, in a transaction. */
type LockOwner = (db: Db) => Promise<SettingsOwner>

type NewTargets = {
  readonly version?: number | undefined
  readonly targets: readonly NewTarget[]
}

/** The target speeds of products of a client. */
export const ownerOfProducts =
  (scope: ClientScope, { version, targets }: NewTargets): LockOwner =>
  async (db) => {
    const { clientId } = scope
    await db
      .selectFrom('client')
      .select('id')
      .where('id', '=', clientId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(refusing('client.notFound'))
    const known = await productsVersion(db, scope)
    demandVersion({ version: known }, version)
    const keysOf = await keysOfTargets(db, scope, targets)
    const entries = targets.map((target): SettingEntry => {
      const { product, ppm: value, validFrom, reason } = target
      return { clientId, kind: 'targetSpeed', product, value, validFrom, reason, ...keysOf(target) }
    })
    return {
      ...{ of: { clientId }, version: known, entries },
      aboutOf: ({ product }) => ({
        ...{ entity: 'productRecipe', id: null, clientId },
        of: { product },
      }),
    }
  }

/** A machine type, for all clients. */
export const ownerOfType =
  (id: number, { version, settings }: NewSettings): LockOwner =>
  async (db) => {
    const row = await machineTypeToChange(db, id)
    demandVersion(row, version)
    const about = { entity: 'machineType', id, clientId: null, of: { label: row.label } }
    return {
      of: { clientId: null, machineTypeId: id },
      version: row.version,
      entries: settings.map((one) => ({ ...one, clientId: null, machineTypeId: id })),
      aboutOf: () => about,
    }
  }

/** A machine; one outside the scope is not found (D35). */
export const ownerOfMachine =
  (scope: PanelScope, id: number, { version, settings }: NewSettings): LockOwner =>
  async (db) => {
    const row = await machineToChange(db, scope, id)
    demandVersion(row, version)
    const { client_id: clientId, serial_no: serialNo } = row
    const about = { entity: 'machine', id, clientId, of: { serialNo } }
    return {
      of: { clientId, machineId: id },
      version: row.version,
      entries: settings.map((one) => ({ ...one, clientId, machineId: id })),
      aboutOf: () => about,
    }
  }

/** A client: settings that all its figures are by. */
export const ownerOfClient =
  ({ clientId }: ClientScope, { version, settings }: NewClientSettings): LockOwner =>
  async (db) => {
    const row = await clientToChange(db, clientId)
    demandVersion(row, version)
    const about = { entity: 'client', id: clientId, clientId, of: { name: row.name } }
    return {
      of: { clientId },
      version: row.version,
      entries: settings.map((one) => ({ ...one, clientId })),
      aboutOf: () => about,
    }
  }

async function keysOfTargets(db: Db, { clientId }: ClientScope, targets: readonly NewTarget[]) {
  const serials = [...new Set(targets.flatMap(({ serialNo }) => serialNo ?? []))]
  const typeIds = [...new Set(targets.flatMap(({ machineTypeId }) => machineTypeId ?? []))]
  const machines =
    serials.length === 0
      ? []
      : await db
          .selectFrom('machine')
          .select(['id', 'serial_no'])
          .where('client_id', '=', clientId)
          .where('serial_no', 'in', serials)
          .where('deleted_at', 'is', null)
          .execute()
  const types =
    typeIds.length === 0
      ? []
      : await db
          .selectFrom('machine_type')
          .select('id')
          .where('id', 'in', typeIds)
          .where('deleted_at', 'is', null)
          .execute()
  const idOf = new Map(machines.map(({ id, serial_no }) => [serial_no, id]))
  const isType = new Set(types.map(({ id }) => id))
  return ({ machineTypeId, serialNo }: NewTarget) => {
    if (serialNo != null) {
      const machineId = idOf.get(serialNo)
      if (machineId === undefined) throw new AppError('machine.notFound')
      return { machineId }
    }
    if (machineTypeId == null) return {}
    if (!isType.has(machineTypeId)) throw new AppError('machineType.notFound')
    return { machineTypeId }
  }
}

/** Enters target speeds of products; all of them or none (D98). Returns the version after. */
export function setProductTargets(
  management: Management,
  editor: Editor,
  scope: ClientScope,
  requested: NewTargets,
  applied?: Applied,
): Promise<number> {
  return changing(management, editor, async (change) => {
    const { db } = change
    const owner = await ownerOfProducts(scope, requested)(db)
    const products = [...new Set(requested.targets.map(({ product }) => product))]
    for (const some of piecesOf(products)) {
      await db
        .insertInto('product_recipe')
        .values(some.map((product) => ({ client_id: scope.clientId, product })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    await enter(change, editor, owner, applied)
    return productsVersion(db, scope)
  })
}

/** Enters settings of a machine type: they begin on the clock of each client (D98). Returns the version after. */
export function setMachineTypeSettings(
  management: Management,
  editor: Editor,
  id: number,
  requested: NewSettings,
  applied?: Applied,
): Promise<number> {
  return changing(management, editor, async (change) => {
    await enter(change, editor, await ownerOfType(id, requested)(change.db), applied)
    return (await machineTypeToChange(change.db, id)).version
  })
}

/** Enters settings of a machine; one outside the scope is not found (D35). Returns the version after. */
export function setMachineSettings(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  id: number,
  requested: NewSettings,
  applied?: Applied,
): Promise<number> {
  return changing(management, editor, async (change) => {
    await enter(change, editor, await ownerOfMachine(scope, id, requested)(change.db), applied)
    return (await machineToChange(change.db, scope, id)).version
  })
}

/** Enters settings of a client. Returns the version after. */
export function setSettingsOfClient(
  management: Management,
  editor: Editor,
  scope: ClientScope,
  requested: NewClientSettings,
  applied?: Applied,
): Promise<number> {
  return changing(management, editor, async (change) => {
    await enter(change, editor, await ownerOfClient(scope, requested)(change.db), applied)
    return (await clientToChange(change.db, scope.clientId)).version
  })
}

/** Each entry that was added has its line in the audit log (D42). */
async function enter(
  { db, at, audit }: Change,
  { userId }: Editor,
  { of, version, entries, aboutOf }: SettingsOwner,
  applied: Applied | undefined,
): Promise<void> {
  const applies =
    applied?.previewId === undefined || applied.applyFrom === undefined
      ? undefined
      : async (past: readonly { readonly entry: SettingEntry }[]) => {
          const reasons = new Set(past.map(({ entry }) => entry.reason?.trim() ?? ''))
          const now = { version, newestEntry: await newestEntryAround(db, of) }
          const change = { applied, by: userId, at, reason: [...reasons].join('; '), of, now }
          return openChange(db, change)
        }
  for (const entry of await enterSettings(db, { at, by: userId, applies }, entries)) {
    const { entity, of: before, ...whose } = aboutOf(entry)
    const { clientId: _, ...after } = entry
    await audit('update', entity, { ...whose, before, after: { ...before, ...after } })
  }
}

/** The number of the newest entry that has a say in the figures that settings of an owner move. */
export async function newestEntryAround(
  db: Db,
  { clientId, machineTypeId }: SettingsOwner['of'],
): Promise<number> {
  if (clientId === null) {
    const machineTypeIds = machineTypeId === undefined ? [] : [machineTypeId]
    return newestEntry(db, { machineTypeIds, clientIds: await clientsOfTypes(db, machineTypeIds) })
  }
  return newestEntry(db, {
    clientIds: [clientId],
    machineTypeIds: await typesOfClient(db, clientId),
  })
}
