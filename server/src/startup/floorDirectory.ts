import {
  createMachineDirectory,
  createNumberLookUp,
  type Device,
  type DirectoryMachine,
  type MachineDirectory,
  type OpcUaSetting,
  type TopicSetting,
} from '@packboard/ingest'
import {
  type DeviceDirectory,
  deviceDirectory,
  hasMachines,
  type Device as KnownDevice,
  type DirectoryMachine as ManagedMachine,
  type Management,
  machineDirectory,
  rebuiltUntil,
  recordEvent,
} from '@packboard/management'
import { addressBlock } from '@packboard/management/addressBlock'
import { AppError } from '@packboard/model'
import type { MachineRule } from '@packboard/telemetry/write'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { limits } from '../http/limits.ts'
import { tokenBuckets } from '../http/tokenBucket.ts'

/** Passes machines and devices from management to ingest and telemetry, now and after every change. */
export async function floorDirectory(options: {
  management: Management
  externalBroker: boolean
  /** Of a process that holds one: only its machines are known. */
  cellId?: number | undefined
  /** Without it this process holds no rules. */
  log: FastifyBaseLogger
  putRules?: (rules: MachineRule[]) => Promise<void>
  now: () => number
}): Promise<{ directory: MachineDirectory; stop: () => void }> {
  const { management, externalBroker, cellId, log, putRules = async () => {} } = options
  const managed = await machineDirectory(management)
  const devices = deviceSignIns({
    management,
    devices: await deviceDirectory(management),
    log,
    now: options.now,
  })
  const isOwn = (machine: ManagedMachine) => cellId === undefined || machine.cellId === cellId
  const listed = (machines: readonly ManagedMachine[]) =>
    machines.map((machine) => floorMachine(machine, externalBroker, options.now()))
  const lookUp = createNumberLookUp({
    async find(clientId, serialNos) {
      if (await hasMachines(management, clientId, serialNos)) await managed.refresh()
    },
    now: options.now,
    log,
  })
  const all = managed.machines().filter(isOwn)
  const directory = createMachineDirectory(devices, listed(all), lookUp)
  const put = async (machines: readonly ManagedMachine[]) => {
    const left = await rebuiltUntil(
      management,
      machines.map(({ id }) => id),
    )
    await putRules(machines.map((machine) => machineRule(machine, left.get(machine.id))))
  }
  await put(all)

  let work = Promise.resolve()
  const stop = managed.onChange((changed) => {
    const applied = work.then(async () => {
      const machines = [...changed].flatMap((id) => managed.byId(id) ?? []).filter(isOwn)
      if (machines.length > 0) await put(machines)
      directory.change(changed, listed(machines))
    })
    work = applied.catch(() => {})
    return applied
  })
  return { directory, stop }
}

function floorMachine(
  machine: ManagedMachine,
  externalBroker: boolean,
  now: number,
): DirectoryMachine {
  const { id: machineId, clientId, serialNo } = machine
  const holdMs = shortestHold(machine.rule, now)
  const topics = topicsOf(machine, externalBroker)
  return { machineId, clientId, serialNo, holdMs, topics, opcua: opcUaOf(machine) }
}

function opcUaOf({ connector }: ManagedMachine): OpcUaSetting | undefined {
  const { kind, topicPrefix, dictionary, opcUa } = connector
  if (kind !== 'opcua' || topicPrefix === null) return undefined
  // Its states have the names of the standard (D45).
  return { address: topicPrefix, dictionary: dictionaryOf(dictionary), ...(opcUa ?? usualSignIn) }
}

const usualSignIn = {
  security: 'strongest',
  userName: null,
  password: null,
  trusted: null,
} as const

function topicsOf(
  { serialNo, connector: { kind, topicPrefix, dictionary } }: ManagedMachine,
  externalBroker: boolean,
): TopicSetting[] {
  if (kind === 'mqttJson') {
    // Under its serial number, as on our own broker, where it has no other address.
    const prefix = topicPrefix ?? `packboard/${serialNo}`
    return externalBroker ? [{ connector: kind, prefix, origin: 'externalBroker' }] : []
  }
  if (topicPrefix === null) return []
  if (kind !== 'packmlTags' && kind !== 'sparkplug') return []
  // A machine publishes to the broker that it reaches; its account there is its permission.
  const origin = externalBroker ? 'bothBrokers' : 'ownBroker'
  return [{ connector: kind, prefix: topicPrefix, dictionary: dictionaryOf(dictionary), origin }]
}

type Dictionary = Extract<TopicSetting, { connector: 'packmlTags' }>['dictionary']

/** A named dictionary, or the machine's own table: what reads as a number is one, the rest are names (D45). */
function dictionaryOf(setting: string | Readonly<Record<string, number>> | null): Dictionary {
  if (setting === 'libremfg' || setting === 'tmc' || setting === 'iso-tr88') return setting
  if (setting === null || typeof setting === 'string') return 'iso-tr88'
  const entries = Object.entries(setting)
  const isNumber = ([word]: [string, number]) => /^-?\d+$/.test(word)
  return {
    numbers: Object.fromEntries(entries.filter(isNumber)),
    names: Object.fromEntries(entries.filter((entry) => !isNumber(entry))),
  }
}

/** What waits for a rebuild keeps the figures that it has (D98). */
function machineRule(machine: ManagedMachine, left: number | undefined): MachineRule {
  const { id: machineId, clientId, rule } = machine
  return { clientId, machineId, ...rule, ...(left !== undefined && { rebuiltUntil: left }) }
}

/** A machine says that it is alive in good time for what is in force, and for what will be. */
function shortestHold({ later, ...rule }: ManagedMachine['rule'], now: number): number {
  const present = later.findLast(({ from }) => from <= now) ?? rule
  const next = later.filter(({ from }) => from > now)
  return Math.min(present.holdMs, ...next.map(({ holdMs }) => holdMs))
}

type DeviceSignIns = {
  device(userName: string, token: string, address: string): Promise<Device | null>
  deviceNow(credential: string): Device | null
}

/**
 * Sign-ins of devices, over HTTP and MQTT. A right token is found before anything is counted, so wrong ones never delay
 * it; they are slowed for each name and address and for each address, and are in the audit log (D81).
 */
function deviceSignIns(options: {
  readonly management: Management
  readonly devices: DeviceDirectory
  readonly log: FastifyBaseLogger
  readonly now: () => number
}): DeviceSignIns {
  const { devices, now } = options
  const ofName = tokenBuckets(limits.deviceFailures, now)
  const ofAddress = tokenBuckets(limits.refusals, now)
  const record = failureLog(options)

  return {
    async device(name, token, from) {
      const known = await devices.known({ name, token })
      if (known) return asDevice(known)
      const address = addressBlock(from)
      const pair = JSON.stringify([name.toLowerCase(), address])
      const wait = Math.max(ofName.wait(pair), ofAddress.wait(address))
      record(name, address)
      if (wait > 0) throw new AppError('request.tooMany', { retryAfter: wait })
      ofName.take(pair)
      ofAddress.take(address)
      return null
    },
    deviceNow(credential) {
      const device = devices.now(credential)
      return device && asDevice(device)
    },
  }
}

/** Made once for each reading of the devices: every MQTT message asks for the device that sent it. */
const asIngestKnows = new WeakMap<KnownDevice, Device>()

function asDevice(known: KnownDevice): Device {
  const made = asIngestKnows.get(known)
  if (made) return made
  const { deviceId, name, clientId, credential } = known
  const machineIds = new Set(known.machineIds)
  const device = { deviceId, userName: name, clientId, machineIds, credential }
  asIngestKnows.set(known, device)
  return device
}

/**
 * Writes wrong sign-ins to the audit log, bounded: one entry for each name and address in ten minutes, with the number
 * since the entry before, and a limited number for each client, so that a flood does not fill the disk. A name that no device has
 * is not kept: it may be a token in the wrong place.
 */
function failureLog({
  management,
  devices,
  log,
  now,
}: Parameters<typeof deviceSignIns>[0]): (name: string, address: string) => void {
  const ofPair = tokenBuckets(limits.deviceFailureEntries, now)
  const ofClient = tokenBuckets(limits.deviceFailureEntriesOfClient, now)
  const since = new LRUCache<string, number>({ max: 20_000 })

  return (typed, address) => {
    const known = devices.hasName(typed)
    const name = known ? typed.slice(0, 64) : 'unknown'
    const pair = JSON.stringify([name.toLowerCase(), address])
    const failures = (since.get(pair) ?? 0) + 1
    since.set(pair, failures)
    const clientId = devices.clientOfName(typed) ?? null
    // Guesses at the devices of one client, or at none, cannot use up the entries of another.
    const whose = known ? `client ${clientId}` : 'nobody'
    if (ofPair.take(pair) > 0 || ofClient.take(whose) > 0) return
    since.delete(pair)
    recordEvent(management, { userId: null, username: name }, 'signInFailed', 'device', {
      id: null,
      clientId,
      after: { address, failures },
    }).catch((error: unknown) => {
      log.warn({ err: error, name, address }, 'A wrong sign-in of a device was not recorded')
    })
  }
}
