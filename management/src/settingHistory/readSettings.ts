import {
  AppError,
  type ClientScope,
  clientSettingKinds,
  type PanelScope,
  type SettingKind,
} from '@packboard/model'
import { wallOf, zonesOfTypes } from '../datedSettings/enterSettings.ts'
import { type Applying, applyingOf } from '../datedSettings/settingChanges.ts'
import {
  productsVersion,
  type StoredSetting,
  storedSettings,
} from '../datedSettings/storedSettings.ts'
import { reaches } from '../scope.ts'
import { type Db, inside, type Management } from '../store.ts'

/** An entry as people see it: nothing of the history is ever overwritten (D98). */
export type SettingRow = {
  readonly kind: SettingKind
  readonly product: string | null
  readonly code: number | null
  readonly machineTypeId: number | null
  readonly machineId: number | null
  readonly value: number | string | null
  /** `YYYY-MM-DD HH:mm` on the clock of the client; null: from the beginning. */
  readonly validFrom: string | null
  readonly enteredAt: Date
  readonly enteredBy: string | null
  readonly reason: string
}

/** The target speeds of the products of a client with their history, and what has one: its machines and their types. */
export type ProductTargets = {
  readonly version: number
  readonly zone: string
  readonly targets: readonly SettingRow[]
  readonly products: readonly string[]
  readonly machineTypes: readonly { readonly id: number; readonly label: string }[]
  readonly machines: readonly {
    readonly id: number
    readonly serialNo: string
    readonly machineTypeId: number
  }[]
  /** Changes of the past that are being computed. */
  readonly applying: readonly Applying[]
}

export function productTargets(
  management: Management,
  scope: ClientScope,
): Promise<ProductTargets> {
  const { clientId } = scope
  return inside(management).read(async (db) => {
    const client = await db
      .selectFrom('client')
      .select('zone')
      .where('id', '=', clientId)
      .executeTakeFirst()
    if (!client) throw new AppError('client.notFound')
    const entries = await storedSettings(db, { clientIds: [clientId], kinds: ['targetSpeed'] })
    const recipes = await db
      .selectFrom('product_recipe')
      .select('product')
      .where('client_id', '=', clientId)
      .execute()
    const machines = await db
      .selectFrom('machine as m')
      .innerJoin('machine_type as t', 't.id', 'm.machine_type_id')
      .select(['m.id', 'm.serial_no as serialNo', 'm.machine_type_id as machineTypeId', 't.label'])
      .where('m.client_id', '=', clientId)
      .where('m.deleted_at', 'is', null)
      .orderBy('m.serial_no')
      .execute()
    const labels = new Map(machines.map(({ machineTypeId, label }) => [machineTypeId, label]))
    return {
      version: await productsVersion(db, scope),
      zone: client.zone,
      targets: entries
        .filter(({ product }) => product !== null)
        .map((entry) => settingRow(entry, client.zone)),
      products: recipes.map(({ product }) => product).sort(),
      machineTypes: [...labels].map(([id, label]) => ({ id, label })),
      machines: machines.map(({ label: _, ...machine }) => machine),
      applying: await applyingOf(db, { clientId }),
    }
  })
}

/** What a machine, or a machine type, is set to, with its history. */
export type OwnedSettings = {
  readonly version: number
  /** The label of the type, or the serial number. */
  readonly name: string
  /** On whose clocks it begins. */
  readonly zones: readonly string[]
  /** In the order in which they were entered. */
  readonly settings: readonly SettingRow[]
  /** What a machine has where it has none of its own. */
  readonly ofType: readonly SettingRow[]
  /** Changes of the past that are being computed. */
  readonly applying: readonly Applying[]
}

export function machineTypeSettings(management: Management, id: number): Promise<OwnedSettings> {
  return inside(management).read(async (db) => {
    const type = await db
      .selectFrom('machine_type')
      .select(['label', 'version'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!type) throw new AppError('machineType.notFound')
    const zones = (await zonesOfTypes(db, [id])).get(id) ?? []
    const settings = await rowsOfType(db, id)
    const applying = await applyingOf(db, { clientId: null, machineTypeId: id })
    return { version: type.version, name: type.label, zones, settings, ofType: [], applying }
  })
}

/** What a client is set to, with its history. */
export function settingsOfClient(
  management: Management,
  { clientId }: ClientScope,
): Promise<OwnedSettings> {
  return inside(management).read(async (db) => {
    const client = await db
      .selectFrom('client')
      .select(['name', 'zone', 'version'])
      .where('id', '=', clientId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!client) throw new AppError('client.notFound')
    const { name, zone, version } = client
    const entries = await storedSettings(db, { clientIds: [clientId], kinds: clientSettingKinds })
    const settings = entries.map((entry) => settingRow(entry, zone))
    const applying = await applyingOf(db, { clientId })
    return { version, name, zones: [zone], settings, ofType: [], applying }
  })
}

const rowsOfType = async (db: Db, id: number) =>
  (await storedSettings(db, { machineTypeIds: [id] })).map((entry) => settingRow(entry, 'UTC'))

/** One outside the scope is not found (D35). The value of a line is its name. */
export function machineSettings(
  management: Management,
  scope: PanelScope,
  id: number,
): Promise<OwnedSettings> {
  return inside(management).read(async (db) => {
    const machine = await db
      .selectFrom('machine as m')
      .innerJoin('client as c', 'c.id', 'm.client_id')
      .select(['m.client_id', 'm.serial_no', 'm.machine_type_id', 'm.version'])
      .select(['c.distributor_id', 'c.zone'])
      .where('m.id', '=', id)
      .where('m.deleted_at', 'is', null)
      .where('c.deleted_at', 'is', null)
      .executeTakeFirst()
    if (!machine || !reaches(scope, machine)) throw new AppError('machine.notFound')
    const lines = await db
      .selectFrom('line')
      .select(['id', 'name'])
      .where('client_id', '=', machine.client_id)
      .execute()
    const nameOf = new Map<unknown, string>(lines.map((line) => [line.id, line.name]))
    const entries = await storedSettings(db, { machineIds: [id] })
    const own = entries
      .filter(({ product }) => product === null)
      .map((entry) => {
        const row = settingRow(entry, machine.zone)
        return row.kind === 'line' ? { ...row, value: nameOf.get(entry.value) ?? '' } : row
      })
    return {
      version: machine.version,
      name: machine.serial_no,
      zones: [machine.zone],
      settings: own,
      ofType: await rowsOfType(db, machine.machine_type_id),
      applying: await applyingOf(db, { clientId: machine.client_id, machineId: id }),
    }
  })
}

function settingRow({ value, ...entry }: StoredSetting, zone: string): SettingRow {
  const { kind, product, code, machineTypeId, machineId, enteredAt, enteredBy, reason } = entry
  return {
    ...{ kind, product, code, machineTypeId, machineId, enteredAt, enteredBy, reason },
    value: typeof value === 'number' || typeof value === 'string' ? value : null,
    validFrom: wallOf(entry, zone),
  }
}
