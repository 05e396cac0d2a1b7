import { backupEveryHours, backupFaultKinds, backupsKept } from '@packboard/model'
import { endpoint, instant } from './endpoint.ts'
import { z } from './z.ts'

const whole = z.number().int()
const bytes = whole.min(0)

const everyHours = z
  .union(backupEveryHours.map((hours) => z.literal(hours)))
  .nullable()
  .describe('null: only when somebody says so')
const startHour = whole.min(0).max(23).describe('The hour of the day (UTC) that one begins at')
const keep = whole
  .min(backupsKept.min)
  .max(backupsKept.max)
  .describe('How many backups stay in the folder; the oldest are deleted')
const version = whole.min(0).max(2_147_483_647)

const madeBackup = z.object({
  startedAt: instant,
  seconds: z.number(),
  folder: z.string(),
  name: z.string().describe('The folder of this backup in it'),
  bytes: bytes.describe('All of its files'),
  newBytes: bytes.describe('What it takes by itself; the rest is shared with earlier backups'),
  records: whole.describe('Samples, alarms and audit records in it'),
  pausedMs: z.number().describe('How long records waited'),
})
export type MadeBackup = z.output<typeof madeBackup>

const failedBackup = z.object({
  startedAt: instant,
  seconds: z.number(),
  folder: z.string(),
  fault: z.enum(backupFaultKinds),
  detail: z.string().describe('In English, for the operator'),
})
export type FailedBackup = z.output<typeof failedBackup>

export const backups = endpoint('GET', '/api/admin/backups', {
  summary:
    'The backups of this installation: the last good one, the latest runs, schedule and retention',
  answer: z.object({
    elsewhere: z
      .boolean()
      .describe('The stores are on other servers, whose own tools back them up: none is made here'),
    folder: z.string().describe('PACKBOARD_BACKUPS'),
    onSameDisk: z.boolean().describe('As the data: a loss of this disk is the loss of both'),
    encrypted: z.boolean().describe('PACKBOARD_BACKUP_KEY is set'),
    overdue: z.boolean().describe('No good one for two days'),
    running: z
      .object({
        startedAt: instant,
        done: whole.describe('Parts of tables that are copied'),
        of: whole,
      })
      .nullable(),
    last: madeBackup.nullable().describe('The newest good one'),
    runs: z
      .array(
        z.discriminatedUnion('ok', [
          madeBackup.extend({ ok: z.literal(true) }),
          failedBackup.extend({ ok: z.literal(false) }),
        ]),
      )
      .describe('The latest, the newest first'),
    everyHours,
    startHour,
    keep,
    nextAt: instant.nullable(),
    version: version.describe('0 while nobody has set schedule or retention'),
  }),
})
export type Backups = z.output<typeof backups.answer>
export type BackupRun = Backups['runs'][number]

export const setBackups = endpoint('PUT', '/api/admin/backups', {
  summary: 'Set when backups are made and how many stay',
  body: z.object({
    everyHours,
    startHour,
    keep,
    version: version.optional().describe('As it was read; 409 when somebody was faster'),
  }),
  answer: z.object({ message: z.string(), version }),
})

export const makeBackup = endpoint('POST', '/api/admin/backups', {
  summary: 'Begin a backup now; what becomes of it is in the list',
  answer: z.object({ message: z.string() }),
})
