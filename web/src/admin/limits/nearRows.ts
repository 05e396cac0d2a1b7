import type { Limits } from '@packboard/contract'
import type { LimitName } from '@packboard/model'

/** A device or machine near one limit. */
export type NearLimit = {
  readonly key: string
  /** Null: machines that do not exist, together. */
  readonly name: string | null
  readonly clientName: string | null
  readonly limit: LimitName
  readonly used: number
  readonly most: number
}

/** One row for each, the fullest first; a machine is named by the limit that it reaches first. */
export function nearRows({ devices, machines, ...limits }: Limits): NearLimit[] {
  const rows = [
    ...devices.map((device) => ({
      key: `device ${device.id}`,
      name: device.name,
      clientName: device.clientName,
      limit: 'deviceMegabytesPerDay' as const,
      used: device.usedMegabytes,
      most: limits.deviceMegabytesPerDay.value,
    })),
    ...(machines ?? []).map(({ machineId, clientId, clientName, records, megabytes }) => {
      const byRecords =
        records / limits.quarantineRecords.value >= megabytes / limits.quarantineMegabytes.value
      const limit = byRecords ? ('quarantineRecords' as const) : ('quarantineMegabytes' as const)
      return {
        key: `machine ${clientId} ${machineId}`,
        name: machineId,
        clientName,
        limit,
        used: byRecords ? records : megabytes,
        most: limits[limit].value,
      }
    }),
  ]
  return rows.sort((a, b) => b.used / b.most - a.used / a.most)
}
