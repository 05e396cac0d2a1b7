import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@packboard/model'
import { type DeviceIndex, readDevices } from '../deviceCredentials/deviceIndex.ts'
import type { CategoryOverrides, ConnectorKind, OpcUaSecurity, StateDictionary } from '../schema.ts'
import { type Db, type Inside, inside, type Management } from '../store.ts'
import { readSetLimits, type SetLimits } from './setLimits.ts'

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

/**
 * All machines of the installation, kept in memory, to find the machine of a record. It belongs to no tenant and is
 * only for ingest. Machines of a disabled client are in it, those of a deleted client are not (D41).
 */
type MachineDirectory = {
  machines(): readonly DirectoryMachine[]
  byId(id: number): DirectoryMachine | undefined
  bySerialNo(serialNo: string): DirectoryMachine | undefined
  /** The devices, with the machines that they may send for. */
  devices(): DeviceIndex
  /** The limits that an administrator has set. */
  limits(): SetLimits
  /** When the store last confirmed all this. */
  readAt(): number
  /** Rises with every change. */
  version(): bigint
  /**
   * Calls after every change, of this process or (within 5 s) of another; the returned function unsubscribes. A
   * refresh waits until its listeners have applied the change, fails when one of them does, and then calls all of them again.
   */
  onChange(listener: () => void | Promise<void>): () => void
  /** Checks for changes now instead of in 5 s. */
  refresh(): Promise<void>
}

/** How often changes of other processes are checked. */
const pollMs = 5_000

const directories = new WeakMap<Management, Promise<MachineDirectory>>()

/** The directory of a management store; made at the first call, closed with the store. */
export function machineDirectory(management: Management): Promise<MachineDirectory> {
  let directory = directories.get(management)
  if (!directory) {
    directory = open(inside(management))
    directories.set(management, directory)
    directory.catch(() => directories.delete(management))
  }
  return directory
}

async function open(store: Inside): Promise<MachineDirectory> {
  let version = 0n
  /** The listeners have applied what was read. */
  let isApplied = false
  let machines: readonly DirectoryMachine[] = []
  let devices: DeviceIndex | undefined
  let limits: SetLimits | undefined
  let readAt = store.now()
  let byId = new Map<number, DirectoryMachine>()
  let bySerialNo = new Map<string, DirectoryMachine>()
  const listeners = new Set<() => void | Promise<void>>()
  let last = Promise.resolve()

  async function load() {
    const at = store.now()
    const newest = await store.read(readVersion)
    if (newest === version && isApplied) {
      readAt = at
      return
    }
    const read = await store.read(readMachines)
    const knownDevices = await store.read(readDevices)
    const setLimits = await store.read(readSetLimits)
    // The number was read before the rows: a change in between is found by the next refresh.
    version = newest
    readAt = at
    machines = read
    devices = knownDevices
    limits = setLimits
    byId = new Map(read.map((machine) => [machine.id, machine]))
    bySerialNo = new Map(read.map((machine) => [machine.serialNo, machine]))
    isApplied = false
    await Promise.all([...listeners].map((listener) => listener()))
    isApplied = true
  }

  /** One refresh at a time, each started after its request. */
  function refresh(): Promise<void> {
    const next = last.catch(() => undefined).then(load)
    last = next
    return next
  }

  await refresh()
  const poll = setInterval(() => {
    refresh().catch((error: unknown) => {
      store.log.warn({ err: error }, 'the machine directory could not be read; trying again')
    })
  }, pollMs)
  poll.unref()
  store.onClose(() => clearInterval(poll))

  return {
    machines: () => machines,
    byId: (id) => byId.get(id),
    bySerialNo: (serialNo) => bySerialNo.get(serialNo),
    devices() {
      if (!devices) throw new Error('The directory was opened without a first reading.')
      return devices
    },
    limits() {
      if (!limits) throw new Error('The directory was opened without a first reading.')
      return limits
    },
    readAt: () => readAt,
    version: () => version,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh,
  }
}

export async function readVersion(db: Db): Promise<bigint> {
  const row = await db.selectFrom('directory_version').select('version').executeTakeFirstOrThrow()
  return BigInt(row.version)
}

async function readMachines(db: Db): Promise<DirectoryMachine[]> {
  const recipes = await readRecipes(db)
  const rows = await db
    .selectFrom('machine')
    .innerJoin('machine_type', 'machine_type.id', 'machine.machine_type_id')
    .innerJoin('client', 'client.id', 'machine.client_id')
    .leftJoin('machine_opcua', 'machine_opcua.machine_id', 'machine.id')
    .select(['machine_opcua.security', 'machine_opcua.user_name', 'machine_opcua.password'])
    .select('machine_opcua.trusted')
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
    .execute()
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
        password: row.password,
        trusted: row.trusted?.fingerprint ?? null,
      },
    },
    holdMs: row.hold_ms ?? row.type_hold_ms,
    designPpm: row.design_ppm ?? row.type_design_ppm,
    targetPpm: row.target_ppm,
    recipePpm: recipes.get(row.client_id) ?? new Map(),
    categories: row.categories,
  }))
}

async function readRecipes(db: Db): Promise<Map<number, Map<string, number>>> {
  const rows = await db
    .selectFrom('product_recipe')
    .select(['client_id', 'product', 'target_speed'])
    .where('target_speed', 'is not', null)
    .execute()
  const recipes = new Map<number, Map<string, number>>()
  for (const { client_id, product, target_speed } of rows) {
    if (target_speed === null) continue
    const own = recipes.get(client_id) ?? new Map<string, number>()
    recipes.set(client_id, own.set(product, target_speed))
  }
  return recipes
}

/** After a failure, what was not taken over is tried again. */
const retryMs = 250

const onward = new WeakMap<Management, () => Promise<void>>()

/** Also passes changes on to the other processes of the installation; rejects while one of them has not taken them over. */
export function sendOn(management: Management, send: () => Promise<void>): void {
  onward.set(management, send)
}

type Changed<Answer> = { readonly answer: Answer; readonly isForIngest: boolean }

/** Runs a change inside its transaction, and notices whether it is one of machines, devices or settings that ingest must know. */
export async function noticing<Answer>(
  db: Db,
  work: () => Promise<Answer>,
): Promise<Changed<Answer>> {
  const before = await readVersion(db)
  const answer = await work()
  return { answer, isForIngest: (await readVersion(db)) !== before }
}

/**
 * Passes a committed change on and gives its answer: the ingest sources of all processes judge the next record by it (D67). When they do
 * not within 15 s the answer is `doors.late`; the change is in force, and they take it over as soon as they can.
 */
export async function passOn<Answer>(
  management: Management,
  { answer, isForIngest }: Changed<Answer>,
): Promise<Answer> {
  if (!isForIngest) return answer
  const { log, ingestPatienceMs } = inside(management)
  const ending = new AbortController()
  const late = sleep(ingestPatienceMs, 'late' as const, { signal: ending.signal })
  late.catch(() => {})
  try {
    const outcome = await Promise.race([takenOver(management, ending.signal), late])
    if (outcome !== 'late') return answer
    log.warn({}, 'Ingest did not take over a change in time; it does so later')
    throw new AppError('doors.late')
  } finally {
    ending.abort()
  }
}

/** Resolves when all ingest sources have taken over what is in the store now. */
async function takenOver(management: Management, signal: AbortSignal): Promise<void> {
  const { log } = inside(management)
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      await (await machineDirectory(management)).refresh()
      await onward.get(management)?.()
      return
    } catch (error) {
      if (failures === 0) {
        log.warn({ err: error }, 'A change was not taken over by ingest; trying again')
      }
      await sleep(retryMs)
    }
  }
}
