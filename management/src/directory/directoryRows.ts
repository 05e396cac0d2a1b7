import type { DatedRule } from '../datedSettings/machineSettings.ts'
import { isAmong } from '../queries.ts'
import type { ConnectorKind, OpcUaSecurity, StateDictionary } from '../schema.ts'
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
  readonly machineTypeId: number
  /** Of its client. */
  readonly zone: string
  /** What its settings say, by time (D98). */
  readonly rule: DatedRule
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

/** A machine without its settings. */
export type MachineRow = Omit<DirectoryMachine, 'rule'>

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
      'machine.machine_type_id',
      'client.zone',
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
    machineTypeId: row.machine_type_id,
    zone: row.zone,
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
