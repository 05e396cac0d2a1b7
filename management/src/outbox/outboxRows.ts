import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Db } from '../store.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** How long what leaves the installation is tried, and how much is taken at one time (D95). */
export const outboxLimits = {
  /** Pauses between the tries of one message; the last one again and again. */
  pausesMs: [5 * second, 30 * second, 5 * minute, 30 * minute, 2 * hour],
  givesUpMs: 24 * hour,
  /** A process that took a message sends it in this time, or another one sends it with the same id. */
  leaseMs: 30 * second,
  /** Alerts that one message names at most; those beyond are the next message. */
  alertsTogether: 200,
  /** Rows that were sent, dropped or given up are kept for so long. */
  keepMs: 30 * 24 * hour,
  /** Letters of one client that wait: to confirm an address, and of a webhook that was switched off. */
  lettersOfClient: 20,
  /** Rows that one statement deletes. */
  deletedAtOnce: 5_000,
} as const

/** How many milliseconds after its nth try, counted from 1, a message is tried again. */
export const pauseAfter = (tries: number): number =>
  outboxLimits.pausesMs[Math.min(tries, outboxLimits.pausesMs.length) - 1] ??
  outboxLimits.pausesMs[0]

/** How long the other messages of a webhook or a broker wait when one of them failed. */
export function pauseOfFailing(failingMs: number): number {
  const [first, next, then] = outboxLimits.pausesMs
  if (failingMs < minute) return first
  return failingMs < 10 * minute ? next : then
}

export type OutboxRow = Selectable<Schema['outbox']>
export type OutboxChannel = OutboxRow['channel']

/** The id of a message, for all of its tries. It differs from that of any other message, also after a restore from a backup. */
export function messageIdOf(row: Pick<OutboxRow, 'id' | 'key' | 'created_at'>): string {
  const digest = createHash('sha256')
    .update(`${row.id} ${row.key} ${row.created_at.toISOString()}`)
    .digest('hex')
  const parts = [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ] as const
  return parts.map(([from, to]) => digest.slice(from, to)).join('-')
}

type NewRow = {
  readonly key: string
  readonly kind: OutboxRow['kind']
  readonly channel: OutboxChannel
  readonly clientId?: number | null
  readonly alertId?: string | null
  readonly reportSentId?: string
  readonly step?: number
  readonly userId?: number | null
  readonly addressId?: number | null
  readonly hookId?: number | null
  readonly event?: string
  readonly about?: string
  readonly sealedContent?: string
  readonly content?: object
  readonly now: number
  readonly dueAt?: Date
  /** Of what is of no use later; default a day after it was due. */
  readonly givesUpAt?: Date
}

/** Adds rows in the transaction of what they are about; a key that is there already is left as it is. Returns the added ones by key. */
export async function addRows(db: Db, rows: readonly NewRow[]): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map()
  const added = await db
    .insertInto('outbox')
    .values(
      rows.map((row) => {
        const due = row.dueAt ?? new Date(row.now)
        return {
          key: row.key,
          kind: row.kind,
          channel: row.channel,
          client_id: row.clientId ?? null,
          alert_id: row.alertId ?? null,
          report_sent_id: row.reportSentId ?? null,
          step: row.step ?? 0,
          user_id: row.userId ?? null,
          address_id: row.addressId ?? null,
          hook_id: row.hookId ?? null,
          event: row.event ?? '',
          about: (row.about ?? '').slice(0, 500),
          sealed_content: row.sealedContent ?? null,
          content: row.content ? JSON.stringify(row.content) : null,
          due_at: due,
          next_try_at: due,
          gives_up_at: row.givesUpAt ?? new Date(due.getTime() + outboxLimits.givesUpMs),
          created_at: new Date(row.now),
        }
      }),
    )
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning(['id', 'key'])
    .execute()
  return new Map(added.map(({ id, key }) => [key, id]))
}
