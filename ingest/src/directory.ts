import type { StateDictionary } from './connectors/packmlTags/dictionaries.ts'
import { edgeAddress } from './connectors/sparkplug/topic.ts'

/** Under which topics a machine publishes, and with which dictionary (D44). A setting of the machine. */
export type TopicSetting =
  | {
      readonly connector: 'mqttJson'
      /** What stands before `/sample`, `/alarm`, `/audit`. */
      readonly prefix: string
      readonly origin: 'externalBroker'
    }
  | {
      readonly connector: 'packmlTags'
      /** `{site}/{area}/{line}`: what stands before `/Status` and `/Admin`. */
      readonly prefix: string
      readonly dictionary: StateDictionary
      readonly origin: ReadAt
    }
  | SparkplugSetting

/** At which brokers a topic is read: our own, that of the plant, or both, for a machine publishes to the one that it reaches. */
type ReadAt = 'ownBroker' | 'externalBroker' | 'bothBrokers'

/** Whether a topic is read at one of the brokers. */
export const isReadAt = (
  { origin }: { readonly origin: ReadAt },
  broker: Exclude<ReadAt, 'bothBrokers'>,
): boolean => origin === broker || origin === 'bothBrokers'

type SparkplugSetting = {
  readonly connector: 'sparkplug'
  /** `{group}/{edge node}`, or `{group}/{edge node}/{device}`. */
  readonly prefix: string
  readonly dictionary: StateDictionary
  readonly origin: ReadAt
}

/** A machine that is an edge node of Sparkplug B (device '') or one of its devices. */
export type EdgeMachine = {
  readonly machine: DirectoryMachine
  readonly setting: SparkplugSetting
  readonly device: string
}

/** The OPC UA server that a machine is read from (D46). A setting of the machine. */
export type OpcUaSetting = {
  readonly address: string
  readonly dictionary: StateDictionary
  /** `strongest`: what the server offers, but never without any. */
  readonly security: 'strongest' | 'none' | 'sign' | 'signAndEncrypt'
  /** Null: anonymous. */
  readonly userName: string | null
  readonly password: string | null
  /** The SHA-256 fingerprint of the certificate of the server that a person trusts, beside those that lie in the folder. */
  readonly trusted?: string | null | undefined
}

export type DirectoryMachine = {
  readonly machineId: number
  readonly clientId: number
  readonly serialNo: string
  /** How long its last sample is valid (D11). */
  readonly holdMs: number
  /** Empty for a machine that sends Packboard's own JSON to Packboard's own broker, or uses HTTP. */
  readonly topics: readonly TopicSetting[]
  /** Only of a machine that is read by OPC UA. */
  readonly opcua?: OpcUaSetting | undefined
}

/** Sends a value when it changes and nothing else: silence is no absence while its session lives (D58). */
export function speaksByException({ topics }: DirectoryMachine): boolean {
  return topics.some(
    (topic) =>
      topic.connector === 'sparkplug' ||
      (topic.connector === 'packmlTags' && isReadAt(topic, 'ownBroker')),
  )
}

/** A signed-in device and what it is bound to (D34). */
export type Device = {
  readonly deviceId: number
  /** Its name; unique within its client only. */
  readonly userName: string
  readonly clientId: number
  readonly machineIds: ReadonlySet<number>
  /** Names the token that it signed in with; cannot be used to sign in. */
  readonly credential: string
}

/** Looks serial numbers up among the machines of a client, or of all; undefined: each was looked up just now. */
export type NumberLookUp = (
  clientId: number | null,
  serialNos: readonly string[],
) => Promise<void> | undefined

/** The machines and devices of the installation. The server reads them from management and passes them in. */
export type MachineDirectory = {
  bySerial(serialNo: string): DirectoryMachine | undefined
  byId(machineId: number): DirectoryMachine | undefined
  /** The machine whose setting names a prefix of this topic; of two prefixes, the longer one. */
  byTopic(
    topic: string,
  ): { machine: DirectoryMachine; setting: TopicSetting; rest: string } | undefined
  /** The machines that an edge node of Sparkplug B (`group/edge`) speaks for; none of them is meant by `byTopic`. */
  byEdge(edge: string): readonly EdgeMachine[]
  /** Every edge node that a machine's setting names. */
  edges(): Iterable<string>
  machines(): Iterable<DirectoryMachine>
  /**
   * Null when name and token do not belong to a device that may send; rejects with the seconds to wait after too many
   * wrong ones of this address. A right token never waits for wrong ones (D81).
   */
  device(userName: string, token: string, address: string): Promise<Device | null>
  /** The device of this credential as it is bound now; null once the credential was revoked, replaced or deleted. */
  deviceNow(credential: string): Device | null
  /** Looks unknown numbers up where machines are kept; without it what this directory says is all. */
  readonly lookUp?: NumberLookUp | undefined
  /** Called after machines, settings, devices or bindings changed. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void
}

type DeviceBook = Pick<MachineDirectory, 'device' | 'deviceNow'>

type ListedDirectory = MachineDirectory & {
  /** Takes over everything anew. */
  replace(machines: readonly DirectoryMachine[]): void
  /** Takes over some machines as they are now; an id without a machine is one that is gone. */
  change(ids: Iterable<number>, machines: readonly DirectoryMachine[]): void
}

/** A directory made from a list of machines. `change` is called whenever management reports a change. */
export function createMachineDirectory(
  devices: DeviceBook,
  machines: readonly DirectoryMachine[] = [],
  lookUp?: NumberLookUp,
): ListedDirectory {
  const bySerial = new Map<string, DirectoryMachine>()
  const byId = new Map<number, DirectoryMachine>()
  const byPrefix = createTopicBook<{ machine: DirectoryMachine; setting: TopicSetting }>()
  const byEdge = createTopicBook<EdgeMachine>()
  const listeners = new Set<() => void>()

  function put(machine: DirectoryMachine) {
    byId.set(machine.machineId, machine)
    bySerial.set(machine.serialNo, machine)
    for (const setting of machine.topics) {
      if (setting.connector === 'sparkplug') {
        const { edge, device } = edgeAddress(setting.prefix)
        byEdge.add(edge, { machine, setting, device })
      } else byPrefix.add(setting.prefix, { machine, setting })
    }
  }

  function remove(machineId: number) {
    const machine = byId.get(machineId)
    if (!machine) return
    byId.delete(machineId)
    // Another machine may have its number by now.
    if (bySerial.get(machine.serialNo) === machine) bySerial.delete(machine.serialNo)
    for (const { connector, prefix } of machine.topics) {
      if (connector === 'sparkplug') byEdge.remove(edgeAddress(prefix).edge, machineId)
      else byPrefix.remove(prefix, machineId)
    }
  }

  function change(ids: Iterable<number>, list: readonly DirectoryMachine[]) {
    // Two machines may have exchanged their numbers: all old ones go first.
    for (const machineId of ids) remove(machineId)
    for (const { machineId } of list) remove(machineId)
    for (const machine of list) put(machine)
    for (const listener of listeners) listener()
  }
  for (const machine of machines) put(machine)

  return {
    bySerial: (serialNo) => bySerial.get(serialNo),
    byId: (machineId) => byId.get(machineId),
    byTopic(topic) {
      if (byPrefix.size() === 0) return undefined
      for (let end = topic.lastIndexOf('/'); end > 0; end = topic.lastIndexOf('/', end - 1)) {
        const found = byPrefix.of(topic.slice(0, end)).at(-1)
        if (found) return { ...found, rest: topic.slice(end + 1) }
      }
      return undefined
    },
    byEdge: (edge) => byEdge.of(edge),
    edges: () => byEdge.topics(),
    machines: () => byId.values(),
    device: devices.device,
    deviceNow: devices.deviceNow,
    lookUp,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change,
    replace: (list) => change([...byId.keys()], list),
  }
}

/** What is set under a topic, in the order of the machines that it is set for, in whichever order they came. */
function createTopicBook<Entry extends { readonly machine: DirectoryMachine }>() {
  const entries = new Map<string, Entry[]>()
  return {
    of: (topic: string): readonly Entry[] => entries.get(topic) ?? [],
    topics: () => entries.keys(),
    size: () => entries.size,
    add(topic: string, entry: Entry) {
      const known = entries.get(topic)
      if (!known) {
        entries.set(topic, [entry])
        return
      }
      known.push(entry)
      known.sort((one, other) => one.machine.machineId - other.machine.machineId)
    },
    remove(topic: string, machineId: number) {
      const left = (entries.get(topic) ?? []).filter(
        ({ machine }) => machine.machineId !== machineId,
      )
      if (left.length > 0) entries.set(topic, left)
      else entries.delete(topic)
    },
  }
}

/** Lets a device send for the machines that it is bound to, and for no other. */
export function deviceSender(device: Device) {
  const { userName, clientId, machineIds, credential } = device
  const [onlyMachineId] = machineIds.size === 1 ? machineIds : []
  return {
    userName,
    clientId,
    credential,
    onlyMachineId,
    mayPublishFor: (machineId: number) => machineIds.has(machineId),
  }
}
