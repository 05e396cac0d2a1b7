import { createHash, timingSafeEqual } from 'node:crypto'
import { serialNoCharacters, serialNoForm } from '@packboard/contract'
import {
  createMachineDirectory,
  type Device,
  type DirectoryMachine,
  type MachineDirectory,
} from '@packboard/ingest'
import { machinesPerClient } from '@packboard/model'
import type { EdgeConfig, EdgeMachineSetting } from './edgeConfig.ts'

/** All machines of an edge recorder are of one client: the one of its device at the central server. */
const clientId = 1
/** As a machine type has it unless a person sets another (D11). */
const holdMs = 60_000

/**
 * The machines that an edge recorder knows: those of its file, and those whose records came lately. Which of them exist only
 * the central server knows.
 */
export function createEdgeDirectory(
  config: Pick<EdgeConfig, 'machines' | 'senders' | 'localToken'>,
): MachineDirectory {
  const all = new Set<number>()
  const learned = new Map<string, DirectoryMachine>()
  const learnedById = new Map<number, DirectoryMachine>()
  const settings = new Map(
    config.machines.map((one, index) => [one.serialNo, machineOf(one, index + 1)]),
  )
  for (const { machineId } of settings.values()) all.add(machineId)

  /** A sender with machines of its own is bound to their numbers: they stay. */
  const bound = new Set(config.senders.flatMap(({ machines = [] }) => machines))
  let lastId = settings.size

  const devices = new Map<string, Device>()
  const listed = createMachineDirectory(
    {
      device: async (userName, token) => deviceOf(userName, token),
      deviceNow: (credential) => devices.get(credential) ?? null,
    },
    [...settings.values()],
  )

  function bySerial(serialNo: string): DirectoryMachine | undefined {
    const known = listed.bySerial(serialNo)
    if (known) return known
    const before = learned.get(serialNo)
    if (before) {
      learned.delete(serialNo)
      learned.set(serialNo, before)
      return before
    }
    const isSerialNo = serialNo.length <= serialNoCharacters && serialNoForm.test(serialNo)
    return isSerialNo ? learn(serialNo) : undefined
  }

  function learn(serialNo: string): DirectoryMachine {
    lastId += 1
    const machine = { machineId: lastId, clientId, serialNo, holdMs, topics: [] }
    learned.set(serialNo, machine)
    learnedById.set(machine.machineId, machine)
    all.add(machine.machineId)
    if (all.size > machinesPerClient) forgetOldest()
    return machine
  }

  // Machines that the file names have room whatever senders invent.
  for (const serialNo of bound) {
    if (!listed.bySerial(serialNo)) learn(serialNo)
  }

  /** Any sender may make numbers up: the one that was heard least lately gives way, and is learned again when it speaks. */
  function forgetOldest() {
    for (const [serialNo, { machineId }] of learned) {
      if (bound.has(serialNo)) continue
      learned.delete(serialNo)
      learnedById.delete(machineId)
      all.delete(machineId)
      return
    }
  }

  /** Senders that are named, and one token for any name. */
  function deviceOf(userName: string, token: string): Device | null {
    const index = config.senders.findIndex(
      (sender) => sender.name === userName && isSame(sender.token, token),
    )
    const sender = config.senders[index]
    if (sender) {
      const machines = sender.machines?.flatMap((serialNo) => bySerial(serialNo)?.machineId ?? [])
      return remembered(`sender ${userName}`, {
        ...{ deviceId: index + 1, userName },
        machineIds: machines ? new Set(machines) : all,
      })
    }
    if (config.localToken === undefined || !isSame(config.localToken, token)) return null
    return remembered(`any ${userName}`, { deviceId: idOf(userName), userName, machineIds: all })
  }

  /** Its own token and the local token make two devices of one name: their machines differ. */
  function remembered(
    credential: string,
    of: Pick<Device, 'deviceId' | 'userName' | 'machineIds'>,
  ) {
    const known = devices.get(credential)
    if (known) return known
    const device = { ...of, clientId, credential }
    if (devices.size < rememberedDevices) devices.set(credential, device)
    return device
  }

  return {
    ...listed,
    bySerial,
    byId: (machineId) => listed.byId(machineId) ?? learnedById.get(machineId),
    *machines() {
      yield* listed.machines()
      yield* learned.values()
    },
  }
}

/** Names that share the local token; the connection of one more is ended at its first message. */
const rememberedDevices = 10_000

/** A number for a name that has none: limits of wrong records are counted by it. */
function idOf(userName: string): number {
  return 1_000_000 + createHash('sha256').update(userName).digest().readUInt32BE(0)
}

/** In constant time. */
export function isSame(one: string, other: string): boolean {
  const print = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(print(one), print(other))
}

function machineOf(setting: EdgeMachineSetting, machineId: number): DirectoryMachine {
  const { serialNo, holdSeconds, packml, sparkplug, opcua } = setting
  return {
    machineId,
    clientId,
    serialNo,
    holdMs: holdSeconds * 1_000,
    topics: [
      ...(packml ? [{ connector: 'packmlTags', origin: 'ownBroker', ...packml } as const] : []),
      ...(sparkplug
        ? [{ connector: 'sparkplug', origin: 'ownBroker', ...sparkplug } as const]
        : []),
    ],
    ...(opcua && { opcua }),
  }
}
