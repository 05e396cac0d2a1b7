import { lineRefusal, recordFileCounts } from '@packboard/contract'
import type { Rekeyed } from '@packboard/management'
import type { Rebuilt } from '@packboard/telemetry/store'
import { z } from 'zod'
import type { CheckedInstallation } from '../backup/checkInstallation.ts'
import { copyDays } from '../backup/copyBeforeUpgrade.ts'
import type { UpgradePlan } from '../backup/planUpgrade.ts'
import { isTight } from '../backup/roomForCopy.ts'
import type { SchemaStep, Schemas } from '../backup/schemas.ts'
import type { MadeBackup } from '../backup/takeBackup.ts'
import { reasonOf } from '../files/lineTexts.ts'
import { thisVersion } from '../program/version.ts'

/** What the commands print for a person. */

export function bytesText(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`
}

const count = (number: number) => number.toLocaleString('en')
const some = (number: number, one: string, many = `${one}s`) =>
  `${count(number)} ${number === 1 ? one : many}`

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
  const { auditEntries, auditNotSealed } = checked
  return [
    ...faults,
    `Records: ${count(parts)} parts with ${count(rows)} rows were read.`,
    `Management data: ${count(tables)} tables and ${count(indexes)} indexes with ${count(managementRows)} rows were read.`,
    `Audit log: ${some(auditEntries, 'entry', 'entries')} were compared with what was signed, ${count(auditNotSealed)} not sealed yet.`,
    `Figures: ${count(days)} days of single machines, ${count(minutes)} minutes, were computed again from their records.`,
    `${faults.length === 0 ? 'All is whole' : `${faults.length} faults`}, ${seconds} s.`,
  ].join('\n')
}

export const rebuiltText = ({ machines, days, resumed }: Rebuilt) =>
  [
    ...(resumed ? ['An earlier rebuild was stopped; it went on from there.'] : []),
    `The minutes of ${some(days, 'day')} of ${some(machines, 'machine')} were computed from their records again, and their hours.`,
  ].join('\n')

export const rekeyedText = ({ keyId, file, sealed, lost }: Rekeyed) =>
  [
    `The key ${keyId} is in force; ${some(sealed, 'secret')} ${sealed === 1 ? 'was' : 'were'} sealed with it.`,
    ...(lost > 0
      ? [
          `${some(lost, 'secret')} of the lost key ${lost === 1 ? 'is' : 'are'} gone: enter them again.`,
        ]
      : []),
    `Keep a copy of ${file} apart from the backups, and put it on every host of this installation.`,
  ].join('\n')

/** What an operator wants to know first. Times are in UTC. */
export const installationStatus = z.object({
  version: z.string(),
  commit: z.string().nullable(),
  installation: z.string().nullable(),
  installedAt: z.string().nullable(),
  dataDir: z.string(),
  newestRecord: z.string().nullable(),
  /** Bytes on the disk. */
  sizes: z.object({ telemetry: z.number(), management: z.number() }),
  lastBackup: z
    .object({ at: z.string(), name: z.string(), folder: z.string(), bytes: z.number() })
    .nullable(),
  /** `ok`, `failing`; of telemetry also `damaged`. */
  health: z.object({ telemetry: z.string(), management: z.string() }),
  /** Of the server, where one runs. */
  process: z.number().nullable(),
  /** The stores as they were before the last upgrade, while they are kept. */
  upgradeCopy: z.object({ folder: z.string(), madeAt: z.string() }).nullable(),
  /** What is being brought into the form of this version; null: nothing. */
  updating: z.object({ months: z.number(), hours: z.number() }).nullable(),
  rebuilds: z.array(z.object({ command: z.string(), runs: z.boolean() })),
  /** What the process that opens files of records reaches; null where no server runs that imports them. */
  fileNetwork: z.enum(['none', 'shared']).nullable(),
})
export type InstallationStatus = z.output<typeof installationStatus>

export function statusText(status: InstallationStatus): string {
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
    ...(status.upgradeCopy
      ? [['before upgrade', `${status.upgradeCopy.madeAt}, ${status.upgradeCopy.folder}`]]
      : []),
    ...(status.updating
      ? [
          [
            'older data',
            `${status.updating.months} months and ${status.updating.hours} hours of machines are being brought up to date`,
          ],
        ]
      : []),
    ...status.rebuilds.map(({ command, runs }) => [
      'rebuild',
      runs ? `${command} runs` : `stopped before its end; ${command} goes on with it`,
    ]),
    ...(status.fileNetwork === 'shared'
      ? [['files of records', 'are read without a network namespace: this system allows none']]
      : []),
  ]
  return lines.map(([name = '', value]) => `${name.padEnd(16)} ${value}`).join('\n')
}

const stepsText = (steps: readonly SchemaStep[], of: string) =>
  steps.length === 0
    ? `no step of the ${of}`
    : `${steps.length} ${steps.length === 1 ? 'step' : 'steps'} of the ${of} (${steps.map(({ version, name }) => `${version} ${name}`).join(', ')})`

/** The steps that no earlier version knows. */
function newerText({ telemetry, management }: UpgradePlan['steps']): string {
  const newer = [
    ...telemetry.map(({ version }) => `${version} of the records`),
    ...management.map(({ version }) => `${version} of the management data`),
  ]
  return newer.length === 0 ? '' : ` (${newer.join(', ')})`
}

/** What `packboard upgrade --check` says. */
export function upgradeText(plan: UpgradePlan, dataDir: string): string {
  const { found, known, steps, does, copy, freeBytes } = plan
  const schemasText = (schemas: Schemas) =>
    `schema ${schemas.telemetry} of the records, ${schemas.management} of the management data`
  const lines = [
    `This Packboard is ${thisVersion.version}: ${schemasText(known)}.`,
    found
      ? `The stores in ${dataDir}: ${schemasText(found)}.`
      : `The stores in ${dataDir} do not say what they are: they are new, or of a version that did not note it.`,
  ]
  if (does === 'newer') {
    return [...lines, 'They are newer: this Packboard does not start on them.'].join('\n')
  }
  if (does === 'nothing') {
    return [
      ...lines,
      found
        ? 'A start changes nothing in them, and the version that used them last opens them afterwards, too: it has the same schemas.'
        : 'A start makes new ones.',
    ].join('\n')
  }
  const room = `${bytesText(copy.bytes)} in ${count(copy.files)} files, ${bytesText(freeBytes)} free`
  return [
    ...lines,
    found
      ? `A start takes ${stepsText(steps.telemetry, 'records')} and ${stepsText(steps.management, 'management data')}.`
      : 'A start takes the steps that they lack, if any.',
    isTight(plan)
      ? `There is no room for a copy of both stores (${room}): make some, or a start goes on without one.`
      : `Before it copies both stores into ${dataDir}/before-upgrade (${room}), where they stay for ${copyDays} days.`,
    `Afterwards an earlier version does not open the stores (exit code 6): it would misread rows of a schema that it does not know${newerText(steps)}. The copy is the way back (docs/operations/upgrade.md).`,
  ].join('\n')
}

/** Words of states that are shown; a file may have a new one in each line. */
const shownWords = 20

function unknownText(words: readonly string[]): string[] {
  if (words.length === 0) return []
  // A terminal obeys control characters.
  const shown = words.slice(0, shownWords).map((word) => word.replaceAll(/\p{Cc}/gu, ' '))
  const more = words.length > shownWords ? ` and ${count(words.length - shownWords)} more` : ''
  const are = words.length === 1 ? 'is' : 'are'
  return [
    `${some(words.length, 'word')} ${are} unknown: ${shown.join(', ')}${more}. Say in "states" of the mapping which machine state each means.`,
  ]
}

/** What became of a file that the command line imported: unknown words of states, and the first lines that were refused otherwise. */
export const importedFile = recordFileCounts.extend({
  state: z.string(),
  fault: z.string().nullable(),
  mapping: z.unknown(),
  unknownStates: z.array(z.string()),
  lines: z.array(z.object({ line: z.number(), refusal: lineRefusal })),
})

export function importedText(imported: z.output<typeof importedFile>, dryRun: boolean): string {
  const { rows, stored, duplicate, late, quarantined, refused, state, fault, lines } = imported
  const outcome = fault === null ? state : `${state} (${fault})`
  return [
    ...unknownText(imported.unknownStates),
    ...lines.map(({ line, refusal }) => `line ${line}: ${reasonOf(refusal)}`),
    `${outcome}: ${count(rows)} lines, ${count(stored)} ${dryRun ? 'could be stored' : 'stored'} (${count(late)} late), ${count(duplicate)} duplicate, ${count(quarantined)} quarantined, ${count(refused)} refused.`,
  ].join('\n')
}
