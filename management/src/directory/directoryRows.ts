import { isAmong } from '../queries.ts'
import type { CategoryOverrides, ConnectorKind, OpcUaSecurity, StateDictionary } from '../schema.ts'
import { ofMachine } from '../secrets/sealedColumns.ts'
import type { SecretBox } from '../secrets/secretBox.ts'
import type { Db } from '../store.ts'

/** What ingest and telemetry must know of a machine. */
export type DirectoryMachine = {
  /** The key of the machine in telemetry. */
  readonly id: number
  readonly clientId: number
  /** Where the records of its client are. */
  readonly cellId: number
  readonly serialNo: string
  /** How it sends (D44): its connector, the prefix of its topics, and the dictionary of its states (D45). */
  readonly connector: {
    readonly kind: ConnectorKind
    readonly topicPrefix: string | null
    readonly dictionary: StateDictionary | null
    /** Of a machine that is read by OPC UA. */
    readonly opcUa: {
      readonly security: OpcUaSecurity
      readonly userName: string | null
      /** Null also where the key that opens it is missing. */
      readonly password: string | null
      /** The SHA-256 fingerprint of the certificate of its server that a person trusts. */
      readonly trusted: string | null
    } | null
  }
  /** D11: its own, or that of its machine type. */
  readonly holdMs: number
  /** Its own, or that of its machine type; D22 takes it where no target is set. */
  readonly designPpm: number | null
  readonly targetPpm: number | null
  /** Target speeds of the products of its client (D22), by product; one object for all its machines. */
  readonly recipePpm: ReadonlyMap<string, number>
  /** Overrides of its machine type (D13). */
  readonly categories: CategoryOverrides
}

/** The rows that were changed, by their ids; of recipes the ids of their clients. */
export type Touched = {
  readonly client: readonly number[]
  readonly machineType: readonly number[]
  readonly machine: readonly number[]
  readonly device: readonly number[]
  readonly recipe: readonly number[]
}

export async function readVersion(db: Db): Promise<bigint> {
  const row = await db.selectFrom('directory_version').select('version').executeTakeFirstOrThrow()
  return BigInt(row.version)
}

/** What was changed after this version, the newest changes included. */
export async function readTouched(db: Db, version: bigint): Promise<Touched> {
  const rows = await db
    .selectFrom('directory_change')
    .select(['kind', 'id'])
    .where('version', '>', version.toString())
    .execute()
  const touched: Record<keyof Touched, number[]> = {
    client: [],
    machineType: [],
    machine: [],
    device: [],
    recipe: [],
  }
  for (const { kind, id } of rows) touched[kind].push(id)
  return touched
}

/** A machine without the recipes of its client. */
export type MachineRow = Omit<DirectoryMachine, 'recipePpm'>

/**
 * The machines that are there, by id; with `touched` those alone that may be other than they were, with `page` so many of them after an id.
 * Those of a disabled client are in it, those of a deleted client are not (D41).
 */
export async function readMachines(
  db: Db,
  secrets: SecretBox,
  touched?: Touched,
  page?: { readonly after: number; readonly most: number },
): Promise<MachineRow[]> {
  let query = db
    .selectFrom('machine')
    .innerJoin('machine_type', 'machine_type.id', 'machine.machine_type_id')
    .innerJoin('client', 'client.id', 'machine.client_id')
    .leftJoin('machine_opcua', 'machine_opcua.machine_id', 'machine.id')
    .select(['machine_opcua.security', 'machine_opcua.user_name', 'machine_opcua.password'])
    .select(['machine_opcua.sealed_password', 'machine_opcua.trusted'])
    .select([
      'machine.id',
      'machine.client_id',
      'client.cell_id',
      'machine.serial_no',
      'machine.connector',
      'machine.topic_prefix',
      'machine.dictionary',
      'machine.target_ppm',
      'machine.hold_ms',
      'machine.design_ppm',
      'machine_type.hold_ms as type_hold_ms',
      'machine_type.design_ppm as type_design_ppm',
      'machine_type.categories',
    ])
    .where('machine.deleted_at', 'is', null)
    .where('client.deleted_at', 'is', null)
    .orderBy('machine.id')
  if (touched) {
    // Each part only where it is needed: a type has no index of its machines.
    const parts = [
      ['machine.id', touched.machine],
      ['machine.client_id', touched.client],
      ['machine.machine_type_id', touched.machineType],
    ] as const
    const wanted = parts.filter(([, ids]) => ids.length > 0)
    if (wanted.length === 0) return []
    query = query.where(({ or }) => or(wanted.map(([column, ids]) => isAmong(column, ids))))
  }
  if (page) query = query.where('machine.id', '>', page.after).limit(page.most)
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.id,
    clientId: row.client_id,
    cellId: row.cell_id,
    serialNo: row.serial_no,
    connector: {
      kind: row.connector,
      topicPrefix: row.topic_prefix,
      dictionary: row.dictionary,
      opcUa: row.security && {
        security: row.security,
        userName: row.user_name,
        password: row.password ?? passwordOf(secrets, row),
        trusted: row.trusted?.fingerprint ?? null,
      },
    },
    holdMs: row.hold_ms ?? row.type_hold_ms,
    designPpm: row.design_ppm ?? row.type_design_ppm,
    targetPpm: row.target_ppm,
    categories: row.categories,
  }))
}

/** One that was changed does not keep the other machines from being read; the start has said it. */
function passwordOf(
  secrets: SecretBox,
  { id, sealed_password: sealed }: { readonly id: number; readonly sealed_password: string | null },
): string | null {
  try {
    return sealed === null ? null : secrets.open('opcua', ofMachine(id), sealed)
  } catch {
    return null
  }
}

/** Target speeds by client and product; of these clients, or of all. A client without one is not in it. */
export async function readRecipes(
  db: Db,
  clientIds?: readonly number[],
): Promise<Map<number, Map<string, number>>> {
  const recipes = new Map<number, Map<string, number>>()
  if (clientIds?.length === 0) return recipes
  let query = db
    .selectFrom('product_recipe')
    .select(['client_id', 'product', 'target_speed'])
    .where('target_speed', 'is not', null)
  if (clientIds) query = query.where(isAmong('client_id', clientIds))
  for (const { client_id, product, target_speed } of await query.execute()) {
    if (target_speed === null) continue
    const own = recipes.get(client_id) ?? new Map<string, number>()
    recipes.set(client_id, own.set(product, target_speed))
  }
  return recipes
}
