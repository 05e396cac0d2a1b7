import { endpoint, id, instant } from './endpoint.ts'
import { z } from './z.ts'

/** Which Packboard this is: to be named where help is needed. */
export const version = endpoint('GET', '/api/version', {
  summary: 'The version that runs here',
  answer: z.object({
    version: z.string().describe('Such as 0.2.0; docs and CHANGELOG speak of it'),
    commit: z.string().nullable().describe('Of the sources of a release; null in a clone'),
    startedAt: instant.describe('Since when the server runs'),
  }),
})

/** A month of the calendar in UTC, as 2026-03. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

export const incompleteMonths = endpoint('GET', '/api/admin/incomplete-months/:clientId', {
  summary: 'Months (UTC) in which records of this installation are lost or cannot be read',
  params: z.object({ clientId: id }),
  answer: z.object({
    months: z
      .array(month)
      .max(1_200)
      .describe(
        'The oldest first. Figures of them may be too low, and do not change until an operator has mended them',
      ),
  }),
})

/** A table of which rows are lost or cannot be read. */
export const damagedTable = z.object({
  table: z.string(),
  month: z.union([month, z.literal('')]).describe('Empty for a table without months'),
  rows: z.number().int().nullable().describe('null: nothing says how many'),
  cause: z.enum(['lost', 'unreadable', 'unchecked']).meta({
    description:
      'lost: a part is missing or was set aside. unreadable: a part cannot be read. unchecked: it is there again and is still being read as a whole.',
  }),
})
export type DamagedTable = z.output<typeof damagedTable>

export const acceptDamage = endpoint('POST', '/api/admin/damage/accept', {
  summary:
    'Go on without the lost records of a month: its minutes may be computed anew from what is left',
  body: z.object({
    month: z.union([month, z.literal('')]).describe('Empty for tables without months'),
  }),
  answer: z.object({ message: z.string(), damage: z.array(damagedTable) }),
})

export const health = endpoint('GET', '/health/live', {
  summary: 'The process runs',
  answer: z.object({ status: z.literal('ok') }),
})

const partHealth = z.enum(['ok', 'failing'])
/** How many lines of damage are listed. */
const damageListed = 100

export const ready = endpoint('GET', '/health/ready', {
  summary: 'All parts work: 200; a part does not: 503 with the same body',
  answer: z.object({
    ready: z.boolean(),
    parts: z.object({
      telemetry: z.enum(['ok', 'failing', 'damaged']).meta({
        description:
          'damaged: records are lost or cannot be read, `damage` says which; everything else goes on, so the server is ready.',
      }),
      management: partHealth,
      ingest: partHealth,
      disk: z.enum(['ok', 'low', 'full']).meta({
        description:
          'The disk of the data directory: low below 10 % or 5 GB of free space, full below 3 % or 1 GB, whichever is less. Full: records are refused, so the server is not ready.',
      }),
    }),
    backup: z.enum(['ok', 'overdue', 'elsewhere']).meta({
      description:
        'overdue: no good backup for two days; the server stays ready. elsewhere: the stores are on other servers, whose own tools back them up.',
    }),
    mail: z.enum(['ok', 'failing', 'none']).meta({
      description:
        'failing: the mail server does not take e-mails, alerts among them; they are tried again for a day, and the server stays ready. none: no mail server is set up.',
    }),
    damage: z.array(damagedTable).max(damageListed),
    cells: z
      .array(
        z.object({
          id: z.number().int(),
          held: z.boolean().describe('A process holds it'),
          ok: z.boolean().describe('That process can read and write its records'),
          clients: z.number().int().describe('How many clients have their records in it'),
        }),
      )
      .max(256)
      .meta({
        description:
          'Of several processes: the cells of the installation. One that is not held or not ok does not make this process unready: the clients of the others are served. Empty where one process does everything.',
      }),
  }),
})

export const readyLimits = { damageListed } as const
