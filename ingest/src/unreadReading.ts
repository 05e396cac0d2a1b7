import { ingestErrorLimit } from '@packboard/contract'
import type { RawState, RawStates, UnknownFields } from '@packboard/telemetry/write'
import type { MqttMessage, Reading, Sender, SourceName } from './connector.ts'
import type { DirectoryMachine } from './directory.ts'
import { keptMessage } from './recordScan/cutRecord.ts'

/**
 * A message that no machine may be meant by. `machine` is one that the sender knows: those of other clients are to it
 * as if they did not exist (D66).
 */
export function unreadReading(
  source: SourceName,
  sender: Sender,
  message: Pick<MqttMessage, 'topic' | 'payload'>,
  machine: DirectoryMachine | undefined,
  what: 'message' | 'will',
): Reading {
  const foreign = machine !== undefined && !sender.mayPublishFor(machine.machineId)
  return {
    source,
    bytes: message.payload.length,
    records: [
      {
        refused: foreign ? 'notBound' : 'unknownMachine',
        detail: `${what} on a topic that ${foreign ? 'belongs to another machine' : 'no machine speaks under'}`,
        serialNo: machine?.serialNo ?? '',
        wire: keptMessage(message),
      },
    ],
  }
}

/** Characters of a name that are kept. */
const fieldNameLimit = 64
/** Names that are counted of one machine in one reading. */
const mostNames = 20

/** Collects of one reading which unknown fields the records of each machine had. Nearly all readings have none. */
export function createUnknownFields() {
  let machines: Map<number, UnknownFields & { readonly names: Map<string, number> }> | undefined
  return {
    add(
      { clientId, machineId }: Pick<DirectoryMachine, 'clientId' | 'machineId'>,
      fields: readonly string[] | undefined,
    ) {
      if (fields === undefined) return
      machines ??= new Map()
      let known = machines.get(machineId)
      if (!known) {
        known = { clientId, machineId, names: new Map() }
        machines.set(machineId, known)
      }
      for (const field of fields) countField(known.names, field, mostNames)
    },
    list: (): UnknownFields[] | undefined => machines && [...machines.values()],
  }
}

/** Counts a field by its name, which is cut if it is too long; beyond so many names no other one is counted. */
function countField(names: Map<string, number>, field: string, most: number) {
  const name = field.slice(0, fieldNameLimit)
  const before = names.get(name)
  if (before !== undefined || names.size < most) names.set(name, (before ?? 0) + 1)
}

const noFields: Readonly<Record<string, number>> = Object.freeze({})

/** The unknown fields of a reading by name, and how many records had each. */
export function unknownIn({ records }: Reading): Record<string, number> {
  let counts: Map<string, number> | undefined
  for (const { unknownFields } of records) {
    if (unknownFields === undefined) continue
    counts ??= new Map()
    for (const field of unknownFields) countField(counts, field, ingestErrorLimit)
  }
  return counts === undefined ? noFields : Object.fromEntries(counts)
}

/** States of one machine in one reading that are passed on. */
const mostStates = 1_000

type Collected = RawStates & { readonly states: RawState[] }

/** Collects of one reading what machines of PackML reported before their dictionaries translated it (decision 45). */
export function createRawStates() {
  const machines = new Map<number, Collected>()
  return {
    add(machine: DirectoryMachine, at: number, state: RawState['state'] | undefined) {
      const address = addressOf(machine)
      if (state === undefined || address === undefined) return
      const { clientId, machineId } = machine
      let known = machines.get(machineId)
      if (!known) {
        known = { clientId, machineId, address, states: [] }
        machines.set(machineId, known)
      }
      if (known.states.length < mostStates) known.states.push({ at, state })
    },
    list: (): RawStates[] => [...machines.values()],
  }
}

/** Where a machine that has a dictionary is read; undefined for one without. */
function addressOf({ opcua, topics }: DirectoryMachine): string | undefined {
  if (opcua) return opcua.address
  return topics.find((topic) => 'dictionary' in topic)?.prefix
}
