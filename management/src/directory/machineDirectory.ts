import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@packboard/model'
import { type StoredSetting, storedSettings } from '../datedSettings/storedSettings.ts'
import {
  createDeviceIndex,
  type DeviceIndex,
  deviceKey,
  readDevices,
  touchedDevices,
} from '../deviceCredentials/deviceIndex.ts'
import { type Db, type Inside, inside, type Management } from '../store.ts'
import {
  type DirectoryMachine,
  type MachineRow,
  readMachines,
  readTouched,
  readVersion,
  type Touched,
} from './directoryRows.ts'
import { Floor } from './floor.ts'
import { readSetLimits, type SetLimits } from './setLimits.ts'

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
  onChange(listener: Listener): () => void
  /** Checks for changes now instead of in 5 s. */
  refresh(): Promise<void>
}

/**
 * Gets the ids of the machines that may be other than they were, `machinesAtOnce` at a time; one that the directory does not have is gone.
 */
type Listener = (changed: ReadonlySet<number>) => void | Promise<void>

/** How often changes of other processes are checked. */
const pollMs = 5_000
/** A machine type may have 10,000 machines, and what takes a change over is the thread that acknowledges records. */
const machinesAtOnce = 500

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

/** What is read at a start, and then whenever the numbers of the store do not go on from those that are known. */
async function readWhole(store: Inside, floor: Floor, devices: DeviceIndex): Promise<Set<number>> {
  const machines = await store.read((db) => readMachines(db, store.secrets))
  const settings = await store.read((db) => storedSettings(db, 'all'))
  devices.replace(await store.read((db) => readDevices(db)))
  return floor.replace(machines, settings)
}

/** Reads what was changed after a version, and returns the ids of the machines that may be other than they were. */
async function readChanged(
  store: Inside,
  version: bigint,
  floor: Floor,
  devices: DeviceIndex,
): Promise<Set<number>> {
  const { machineType, ...single } = await store.read((db) => readTouched(db, version))
  const touched = { ...single, machineType: [] }
  const machines = await store.read((db) => readMachines(db, store.secrets, touched))
  const settings = await settingsOf(store, machines, touched.recipe)
  // Which machines a device has is another thing only where one came or went.
  const isThere = new Set(machines.map(({ id }) => id))
  const machine = [...new Set([...touched.machine, ...isThere])].filter(
    (id) => isThere.has(id) !== (floor.byId(id) !== undefined),
  )
  const ids = await store.read((db) => touchedDevices(db, { ...touched, machine }))
  const rows = await store.read((db) => readDevices(db, ids))
  devices.change(ids, rows)
  const changed = floor.change(touched, machines, settings)
  const ofTypes = await changeTypes(store, machineType, floor)
  return new Set([...changed, ...ofTypes])
}

/** All entries of machines, of their types, and of all machines of some clients. */
function settingsOf(
  store: Inside,
  machines: readonly MachineRow[],
  clientIds: readonly number[],
): Promise<StoredSetting[]> {
  return store.read((db) =>
    storedSettings(db, {
      clientIds,
      machineIds: machines.map(({ id }) => id),
      machineTypeIds: [...new Set(machines.map(({ machineTypeId }) => machineTypeId))],
    }),
  )
}

/** Reads the machines of changed types, some at a time, and returns their ids. */
async function changeTypes(
  store: Inside,
  machineType: readonly number[],
  floor: Floor,
): Promise<number[]> {
  if (machineType.length === 0) return []
  const touched: Touched = { client: [], machineType, machine: [], device: [], recipe: [] }
  const changed: number[] = []
  for (let after = 0; ; after = changed.at(-1) ?? after) {
    const page = { after, most: machinesAtOnce }
    const machines = await store.read((db) => readMachines(db, store.secrets, touched, page))
    floor.change(touched, machines, await settingsOf(store, machines, []))
    changed.push(...machines.map(({ id }) => id))
    if (machines.length < machinesAtOnce) return changed
  }
}

async function open(store: Inside): Promise<MachineDirectory> {
  let version = 0n
  /** Changed machines that the listeners have not applied; undefined: they have applied everything. */
  let pending: Set<number> | undefined
  const floor = new Floor()
  const devices = createDeviceIndex(await store.read(deviceKey))
  let limits: SetLimits | undefined
  let readAt = store.now()
  const listeners = new Set<Listener>()
  let last = Promise.resolve()

  async function load() {
    const at = store.now()
    const newest = await store.read(readVersion)
    if (newest === version && !pending) {
      readAt = at
      return
    }
    if (newest !== version) {
      limits = await store.read(readSetLimits)
      // A smaller number is that of an older copy of the store.
      const isNext = version > 0n && newest > version
      const changed = isNext
        ? await readChanged(store, version, floor, devices)
        : await readWhole(store, floor, devices)
      pending = new Set([...(pending ?? []), ...changed])
    }
    // The number was read before the rows: a change in between is found by the next refresh.
    version = newest
    readAt = at
    const changed = [...(pending ?? [])]
    for (let first = 0; first === 0 || first < changed.length; first += machinesAtOnce) {
      if (first > 0) await nextTurn()
      const some = new Set(changed.slice(first, first + machinesAtOnce))
      await Promise.all([...listeners].map((listener) => listener(some)))
    }
    pending = undefined
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
    machines: () => floor.machines(),
    byId: (id) => floor.byId(id),
    bySerialNo: (serialNo) => floor.bySerialNo(serialNo),
    devices: () => devices,
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
