import type { CheckedInstallation } from '../backup/checkInstallation.ts'
import type { MadeBackup } from '../backup/takeBackup.ts'

/** What the commands print for a person. */

export function bytesText(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`
}

const count = (number: number) => number.toLocaleString('en')

export const madeText = ({
  name,
  folder,
  bytes,
  newBytes,
  records,
  seconds,
  pausedMs,
}: MadeBackup) =>
  `${folder}/${name} is made: ${count(records)} records, ${bytesText(bytes)}, ${bytesText(newBytes)} of it new, in ${seconds} s; records waited for ${Math.ceil(pausedMs)} ms.`

export function checkText(checked: CheckedInstallation): string {
  const { faults, parts, rows, tables, indexes, managementRows, days, minutes, seconds } = checked
  return [
    ...faults,
    `Records: ${count(parts)} parts with ${count(rows)} rows were read.`,
    `Management data: ${count(tables)} tables and ${count(indexes)} indexes with ${count(managementRows)} rows were read.`,
    `Figures: ${count(days)} days of single machines, ${count(minutes)} minutes, were computed again from their records.`,
    `${faults.length === 0 ? 'All is whole' : `${faults.length} faults`}, ${seconds} s.`,
  ].join('\n')
}

export function statusText(status: {
  readonly version: string
  readonly commit: string | null
  readonly installation: string | null
  readonly dataDir: string
  readonly sizes: { readonly telemetry: number; readonly management: number }
  readonly newestRecord: string | null
  readonly lastBackup: {
    readonly at: string
    readonly name: string
    readonly folder: string
    readonly bytes: number
  } | null
  readonly health: { readonly telemetry: string; readonly management: string }
  readonly process: number | null
}): string {
  const { sizes, lastBackup, health } = status
  const commit = status.commit === null ? '' : ` (${status.commit.slice(0, 12)})`
  const lines = [
    ['version', `${status.version}${commit}`],
    ['installation', status.installation ?? 'has no id yet'],
    ['data', status.dataDir],
    ['server', status.process === null ? 'does not run' : `runs, process ${status.process}`],
    ['records', `${bytesText(sizes.telemetry)}, ${health.telemetry}`],
    ['management data', `${bytesText(sizes.management)}, ${health.management}`],
    ['newest record', status.newestRecord ?? 'none'],
    [
      'last backup',
      lastBackup
        ? `${lastBackup.at}, ${bytesText(lastBackup.bytes)}, ${lastBackup.folder}/${lastBackup.name}`
        : 'none',
    ],
  ]
  return lines.map(([name = '', value]) => `${name.padEnd(16)} ${value}`).join('\n')
}
