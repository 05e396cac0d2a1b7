import {
  createMachineDirectory,
  createNumberLookUp,
  type DirectoryMachine,
  type MachineDirectory,
  type OpcUaSetting,
  type TopicSetting,
} from '@packboard/ingest'
import {
  deviceDirectory,
  hasMachines,
  type DirectoryMachine as ManagedMachine,
  type Management,
  machineDirectory,
} from '@packboard/management'
import type { MachineRule } from '@packboard/telemetry/write'
import type { FastifyBaseLogger } from 'fastify'
import { deviceSignIns } from './deviceSignIns.ts'

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
  const own = () =>
    managed.machines().filter((machine) => cellId === undefined || machine.cellId === cellId)
  const list = () => own().map((machine) => floorMachine(machine, externalBroker))
  const lookUp = createNumberLookUp({
    async find(clientId, serialNos) {
      if (await hasMachines(management, clientId, serialNos)) await managed.refresh()
    },
    now: options.now,
    log,
  })
  const directory = createMachineDirectory(devices, list(), lookUp)
  await putRules(own().map(machineRule))

  let work = Promise.resolve()
  const stop = managed.onChange(() => {
    const applied = work.then(async () => {
      await putRules(own().map(machineRule))
      directory.replace(list())
    })
    work = applied.catch(() => {})
    return applied
  })
  return { directory, stop }
}

function floorMachine(machine: ManagedMachine, externalBroker: boolean): DirectoryMachine {
  const { id: machineId, clientId, serialNo, holdMs } = machine
  const topics = topicsOf(machine, externalBroker)
  return { machineId, clientId, serialNo, holdMs, topics, opcua: opcUaOf(machine) }
}

function opcUaOf({ connector }: ManagedMachine): OpcUaSetting | undefined {
  const { kind, topicPrefix, dictionary, opcUa } = connector
  if (kind !== 'opcua' || topicPrefix === null) return undefined
  const signIn = opcUa ?? { security: 'strongest', userName: null, password: null }
  // Its states have the names of the standard (D45).
  return { address: topicPrefix, dictionary: dictionaryOf(dictionary), ...signIn }
}

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

function machineRule(machine: ManagedMachine): MachineRule {
  const { id: machineId, clientId, holdMs, targetPpm, designPpm, recipePpm, categories } = machine
  return { clientId, machineId, holdMs, targetPpm, designPpm, recipePpm, categories }
}
