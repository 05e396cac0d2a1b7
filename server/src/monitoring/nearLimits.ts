import { isDeepStrictEqual } from 'node:util'
import type { NearDevice, NearMachine } from '@packboard/contract'
import {
  allClients,
  type Management,
  machineDirectory,
  managedDevices,
  managedMachines,
  type SetLimits,
} from '@packboard/management'
import { type InstallationLimits, nearLimitShare, type WholeInstallation } from '@packboard/model'
import { fullQuarantines } from '@packboard/telemetry/read'
import type { ClusterDeps } from '../cluster/cluster.ts'
import type { Deps } from '../deps.ts'
import { sharedAnswer } from '../http/sharedAnswer.ts'
import { usedVolumes } from './deviceVolume.ts'

export type NearLimits = {
  readonly devices: NearDevice[]
  /** Null: the records cannot be counted now. */
  readonly machines: NearMachine[] | null
}

/** To count the quarantine its records are read. */
const quarantineForMs = 600_000
/** Of each kind so many are named. */
const most = 100

/**
 * The devices and machines that are near a limit, the fullest first; a change of the limits counts at once. Devices are
 * counted in the management store, so an engine that is down hides the machines alone.
 */
export function nearLimits(
  deps: Deps & LimitDeps & ClusterDeps,
): (scope: WholeInstallation) => Promise<NearLimits> {
  const { limits, now, log } = deps
  type Counted = { readonly by: InstallationLimits; machines(): Promise<NearMachine[]> }
  let counted: Counted | undefined
  return async (scope) => {
    const by = limits.now()
    if (counted?.by !== by) {
      const count = () => nearMachines(deps, scope, by)
      counted = { by, machines: sharedAnswer(count, { forMs: quarantineForMs, now }) }
    }
    const machines = counted.machines().catch((error: unknown) => {
      log.warn({ err: error }, 'It is not known which machines are near a limit')
      // The next call counts again.
      counted = undefined
      return null
    })
    return { devices: await nearDevices(deps, scope, by), machines: await machines }
  }
}

async function nearDevices(
  { management }: Deps,
  scope: WholeInstallation,
  { deviceMegabytesPerDay }: InstallationLimits,
): Promise<NearDevice[]> {
  const devices = await managedDevices(management, scope)
  const ids = devices.map(({ id }) => id)
  const used = await usedVolumes(management, deviceMegabytesPerDay, ids)
  return devices
    .map(({ id, name, clientId, clientName }) => ({
      id,
      name,
      clientId,
      clientName,
      usedMegabytes: used.get(id) ?? 0,
    }))
    .filter(({ usedMegabytes }) => usedMegabytes >= nearLimitShare * deviceMegabytesPerDay)
    .sort((a, b) => b.usedMegabytes - a.usedMegabytes)
    .slice(0, most)
}

async function nearMachines(
  { management, telemetry, cluster, cell }: Deps & ClusterDeps,
  scope: WholeInstallation,
  inForce: InstallationLimits,
): Promise<NearMachine[]> {
  const { records, bytes } = quarantineLimits(inForce)
  const wanted = {
    records: Math.ceil(nearLimitShare * records),
    bytes: Math.ceil(nearLimitShare * bytes),
    most,
  }
  const [full, clients, machines] = await Promise.all([
    cluster && !cell ? cluster.fullQuarantines(wanted) : fullQuarantines(telemetry, scope, wanted),
    allClients(management),
    managedMachines(management, scope),
  ])
  const clientNames = new Map(clients.map(({ id, name }) => [id, name]))
  const serialNos = new Map(machines.map(({ id, serialNo }) => [id, serialNo]))
  return (
    full
      .map((each) => ({
        machineId: each.machineId === null ? null : serialNos.get(each.machineId),
        clientId: each.clientId,
        clientName: each.clientId === null ? null : clientNames.get(each.clientId),
        records: each.records,
        megabytes: each.bytes / 1e6,
      }))
      // Of a deleted machine or client nothing more comes.
      .filter(
        (each): each is NearMachine =>
          each.machineId !== undefined && each.clientName !== undefined,
      )
  )
}

/** The limits of this installation (D84): those that an administrator has set, else those of the environment. */
export type LimitsInForce = {
  now(): InstallationLimits
  /** Takes over what is set, now and after every change; the returned function ends it. */
  follow(management: Management): Promise<() => void>
}

export type LimitDeps = { readonly limits: LimitsInForce }

export function limitsInForce(defaults: InstallationLimits): LimitsInForce {
  let inForce = defaults
  const apply = (set: SetLimits) => {
    const next = {
      deviceMegabytesPerDay: set.deviceMegabytesPerDay ?? defaults.deviceMegabytesPerDay,
      quarantineRecords: set.quarantineRecords ?? defaults.quarantineRecords,
      quarantineMegabytes: set.quarantineMegabytes ?? defaults.quarantineMegabytes,
    }
    // Most changes of the directory are others: what was counted by these limits stays valid.
    if (!isDeepStrictEqual(next, inForce)) inForce = next
  }
  return {
    now: () => inForce,
    async follow(management) {
      const directory = await machineDirectory(management)
      apply(directory.limits())
      return directory.onChange(() => apply(directory.limits()))
    },
  }
}

/** What is stored of the quarantined records of a machine. */
export const quarantineLimits = ({
  quarantineRecords,
  quarantineMegabytes,
}: InstallationLimits) => ({ records: quarantineRecords, bytes: quarantineMegabytes * 1e6 })
