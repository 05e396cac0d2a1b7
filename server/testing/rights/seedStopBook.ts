import type { Management } from '@packboard/management'
import { tables } from '@packboard/management/testing'
import type { Reason } from '@packboard/model'
import { machineIn } from './clientRows.ts'

/** One id for each client, so that a call of one never means a row of another. */
const idOf = (clientId: unknown, of: 'reason' | 'key') =>
  `00000000-0000-4000-8000-${of === 'key' ? '1' : '0'}${String(clientId).replace(/\D/g, '').slice(0, 11).padStart(11, '0')}`

const to = Date.now() - 600_000
const from = to - 600_000

/** The one reason that each client has. */
export const seededReasons = (clientId: unknown): Reason[] => [
  {
    id: idOf(clientId, 'reason'),
    parent: null,
    name: { en: 'Film break' },
    icon: 'scissors',
    planned: false,
    cause: 'machine',
    rank: 1,
    overrunSeconds: null,
    alarms: [],
    states: [],
    retired: false,
  },
]

/** The label that each client has: a call with its key is answered as the first one was, without a stop in the records. */
export const seededLabel = (clientId: unknown, machineId: string) => ({
  clientId,
  machineId,
  key: idOf(clientId, 'key'),
  change: {
    action: 'label',
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    replaces: [],
    reason: idOf(clientId, 'reason'),
  },
})

/** Gives each of these clients one reason, and its first machine one label. */
export async function seedStopBook(
  management: Management,
  clientIds: readonly number[] = [1, 2, 3, 4],
): Promise<void> {
  const db = tables(management)
  for (const clientId of clientIds) {
    const machine = await db
      .selectFrom('machine')
      .select('id')
      .where('serial_no', '=', machineIn(clientId))
      .executeTakeFirstOrThrow()
    await db
      .insertInto('reason_book')
      .values({ client_id: clientId, changed_at: new Date() })
      .execute()
    for (const reason of seededReasons(clientId)) {
      await db
        .insertInto('reason')
        .values({
          client_id: clientId,
          id: reason.id,
          parent_id: null,
          name: JSON.stringify(reason.name),
          icon: reason.icon,
          planned: reason.planned,
          cause: reason.cause,
          rank: reason.rank,
          overrun_seconds: null,
          alarms: '[]',
          states: '[]',
        })
        .execute()
    }
    await db
      .insertInto('stop_label')
      .values({
        client_id: clientId,
        machine_id: machine.id,
        starts: new Date(from),
        ends: new Date(to),
        reason_id: idOf(clientId, 'reason'),
        replaces: [],
        key: idOf(clientId, 'key'),
        set_by: 1,
        set_at: new Date(to),
      })
      .execute()
  }
}
