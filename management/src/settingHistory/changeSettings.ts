import { AppError, type ClientScope, type PanelScope, type SettingKind } from '@packboard/model'
import { type Change, changing, demandVersion, type Editor } from '../change/changing.ts'
import { enterSettings, type SettingEntry } from '../datedSettings/enterSettings.ts'
import { productsVersion } from '../datedSettings/storedSettings.ts'
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

/** Enters target speeds of products; all of them or none (D98). Returns the version after. */
export function setProductTargets(
  management: Management,
  editor: Editor,
  scope: ClientScope,
  requested: {
    readonly version?: number | undefined
    readonly targets: readonly NewTarget[]
  },
): Promise<number> {
  const { clientId } = scope
  return changing(management, editor, async (change) => {
    const { db } = change
    await db
      .selectFrom('client')
      .select('id')
      .where('id', '=', clientId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(refusing('client.notFound'))
    demandVersion({ version: await productsVersion(db, scope) }, requested.version)
    const keysOf = await keysOfTargets(db, scope, requested.targets)
    const products = [...new Set(requested.targets.map(({ product }) => product))]
    for (const some of piecesOf(products)) {
      await db
        .insertInto('product_recipe')
        .values(some.map((product) => ({ client_id: clientId, product })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    const entries = requested.targets.map((target): SettingEntry => {
      const { product, ppm: value, validFrom, reason } = target
      return { clientId, kind: 'targetSpeed', product, value, validFrom, reason, ...keysOf(target) }
    })
    await enter(change, editor, entries, ({ product }) => ({
      ...{ entity: 'productRecipe', id: null, clientId },
      of: { product },
    }))
    return productsVersion(db, scope)
  })
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

/** A setting of a machine or a machine type, without its line, which the machine's own call changes. */
export type NewSetting = Dated & {
  readonly kind: Exclude<SettingKind, 'line'>
  /** Of a category. */
  readonly code?: number | null | undefined
  readonly value: number | string | null
}

type NewSettings = {
  readonly version?: number | undefined
  readonly settings: readonly NewSetting[]
}

/** Enters settings of a machine type: they begin on the clock of each client (D98). Returns the version after. */
export function setMachineTypeSettings(
  management: Management,
  editor: Editor,
  id: number,
  { version, settings }: NewSettings,
): Promise<number> {
  return changing(management, editor, async (change) => {
    const row = await machineTypeToChange(change.db, id)
    demandVersion(row, version)
    const entries = settings.map((one) => ({ ...one, clientId: null, machineTypeId: id }))
    const about = { entity: 'machineType', id, clientId: null, of: { label: row.label } }
    await enter(change, editor, entries, () => about)
    return (await machineTypeToChange(change.db, id)).version
  })
}

/** Enters settings of a machine; one outside the scope is not found (D35). Returns the version after. */
export function setMachineSettings(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  id: number,
  { version, settings }: NewSettings,
): Promise<number> {
  return changing(management, editor, async (change) => {
    const row = await machineToChange(change.db, scope, id)
    demandVersion(row, version)
    const { client_id: clientId, serial_no: serialNo } = row
    const entries = settings.map((one) => ({ ...one, clientId, machineId: id }))
    const about = { entity: 'machine', id, clientId, of: { serialNo } }
    await enter(change, editor, entries, () => about)
    return (await machineToChange(change.db, scope, id)).version
  })
}

/** Each entry that was added has its line in the audit log (D42). */
async function enter(
  { db, at, audit }: Change,
  { userId }: Editor,
  entries: readonly SettingEntry[],
  aboutOf: (entry: SettingEntry) => {
    readonly entity: string
    readonly id: number | null
    readonly clientId: number | null
    readonly of: object
  },
): Promise<void> {
  for (const entry of await enterSettings(db, { at, by: userId }, entries)) {
    const { entity, of, ...whose } = aboutOf(entry)
    const { clientId: _, ...after } = entry
    await audit('update', entity, { ...whose, before: of, after: { ...of, ...after } })
  }
}
