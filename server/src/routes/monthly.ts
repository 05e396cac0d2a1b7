import { type DataGroup, type DataSheet, dataGroups, fieldsOfGroup } from '@packboard/contract'
import type { RecordSize, RecordVolume } from '@packboard/telemetry/read'

const dayMs = 86_400_000
/** A month of the sheet, and the time that is measured. */
export const monthDays = 30

const kindOf: Readonly<Record<DataGroup, RecordVolume['kind']>> = {
  samples: 'sample',
  alarms: 'alarm',
  changes: 'audit',
}

/**
 * What one machine makes in 30 days, by kind: the records of all machines, divided by the time since each of them sent its first record of any kind in the
 * time that was measured. So a machine that is a week old counts as a week.
 */
export function monthlyGroups(
  volumes: readonly RecordVolume[],
  sizes: readonly RecordSize[],
  until: number,
): DataSheet['groups'] {
  const firsts = new Map<number, number>()
  for (const { machineId, first } of volumes) {
    firsts.set(machineId, Math.min(firsts.get(machineId) ?? until, first.getTime()))
  }
  const days = [...firsts.values()].reduce((sum, first) => sum + (until - first) / dayMs, 0)
  return dataGroups.map((group) => {
    const kind = kindOf[group]
    const records = volumes
      .filter((volume) => volume.kind === kind)
      .reduce((sum, volume) => sum + volume.records, 0)
    // Of less than an hour nothing can be said about a month.
    const perMonth = days * 24 < 1 ? null : (records / days) * monthDays
    const bytes = sizes.find((size) => size.kind === kind)?.bytes ?? null
    return {
      group,
      fields: [...fieldsOfGroup[group]],
      recordsPerMonth: perMonth,
      bytesPerMonth:
        perMonth === null || (bytes === null && records > 0) ? null : perMonth * (bytes ?? 0),
    }
  })
}
