import { alertLimits } from '@packboard/model'
import { type SqlBool, sql } from 'kysely'
import { type Db, inside, type Management } from '../store.ts'
import { messageIdOf, type OutboxChannel, type OutboxRow, outboxLimits } from './outboxRows.ts'
import { quietUntil } from './quietHours.ts'

/** What one delivery sends: one row, or the alerts that go out together. All rows of it have one recipient. */
export type DueMessage = {
  /** The same for all tries. */
  readonly messageId: string
  readonly first: OutboxRow
  readonly rows: readonly OutboxRow[]
}

/** Rows that were given up, or are of no use any more. */
export type EndedRow = Pick<
  OutboxRow,
  'id' | 'kind' | 'channel' | 'event' | 'user_id' | 'hook_id' | 'state' | 'why' | 'tries'
>

/** A number of Packboard's own among the locks of the database. */
const lockSpace = 1_868_722_020
const candidates = 50

/** Channels that have something to send now: a question that costs next to nothing where there is nothing. */
export function dueChannels(management: Management): Promise<OutboxChannel[]> {
  const store = inside(management)
  return store.read(async (db) => {
    const rows = await isDue(db.selectFrom('outbox').select('channel').distinct(), store).execute()
    return rows.map(({ channel }) => channel)
  })
}

const isDue = <Query extends { where(condition: ReturnType<typeof dueNow>): Query }>(
  query: Query,
  { now }: { now(): number },
) => query.where(dueNow(new Date(now())))

const dueNow = (at: Date) =>
  sql<SqlBool>`(state = 'waiting' and next_try_at <= ${at} and (taken_until is null or taken_until <= ${at}))`

/**
 * Takes messages of one channel whose moment has come; until its lease ends no other process sends them. Of one webhook or broker one
 * message is taken at a time. A try is counted when it begins, so that a process that is killed has not tried for nothing.
 */
export async function takeDue(
  management: Management,
  wanted: {
    readonly channel: OutboxChannel
    readonly most: number
    /** Rows that this process is sending, whatever its clock says of their lease. */
    readonly besides: readonly string[]
    readonly besidesHooks: readonly number[]
    /** Clients of which this process calls as many webhooks and brokers as of one client at a time. */
    readonly besidesClients: readonly number[]
  },
): Promise<DueMessage[]> {
  const store = inside(management)
  if (wanted.most <= 0) return []
  return store.transaction(async (db) => {
    const now = new Date(store.now())
    const rows = await db
      .selectFrom('outbox')
      .selectAll()
      .where('channel', '=', wanted.channel)
      .where(dueNow(now))
      .where(sql<SqlBool>`not (id = any(${wanted.besides}::bigint[]))`)
      .where(
        sql<SqlBool>`(hook_id is null or not (hook_id = any(${wanted.besidesHooks}::integer[])
          or client_id = any(${wanted.besidesClients}::integer[])))`,
      )
      .orderBy('next_try_at')
      .orderBy('id')
      .limit(candidates)
      .forUpdate()
      .skipLocked()
      .execute()
    const taken: OutboxRow[][] = []
    const seen = new Set<string>()
    for (const row of rows) {
      if (taken.length >= wanted.most) break
      if (!isGathered(row)) {
        const isFree = row.hook_id === null || isFirstOfClient(row, taken)
        if (isFree) taken.push([row])
        continue
      }
      const recipient = recipientOf(row)
      if (seen.has(recipient)) continue
      seen.add(recipient)
      const mine = rows.filter((one) => isGathered(one) && recipientOf(one) === recipient)
      const together = await gather(db, mine, { now, besides: wanted.besides })
      if (together.length > 0) taken.push(together)
    }
    for (const message of taken) await take(db, message, now)
    return taken.flatMap((message) => {
      const [first] = message
      return first ? [{ messageId: messageIdOf(first), first, rows: message }] : []
    })
  })
}

/** Of one client one webhook or broker is taken at a time; who takes comes again until there is nothing. */
const isFirstOfClient = (
  { client_id }: OutboxRow,
  taken: readonly (readonly OutboxRow[])[],
): boolean => taken.every(([first]) => first?.client_id !== client_id)

/** Alerts of people and addresses go out together. */
const isGathered = ({ kind, hook_id }: OutboxRow) => kind === 'alert' && hook_id === null
const recipientOf = ({ channel, user_id, address_id }: OutboxRow) =>
  `${channel} ${user_id === null ? `a${address_id}` : `u${user_id}`}`

/** The first of the rows that were sent together once; a further try sends the same ones, under the same id. */
const sentWith = ({ content }: OutboxRow): string | undefined => {
  const found = typeof content === 'object' && content !== null ? Reflect.get(content, 'with') : ''
  return typeof found === 'string' && found !== '' ? found : undefined
}

/**
 * What goes out now to one recipient, of the alerts whose moment has come (D94): the first at once, and what comes within 60 s of a
 * message together at their end. What is not critical waits for the end of the person's quiet hours.
 */
async function gather(
  db: Db,
  candidates: readonly OutboxRow[],
  { now, besides }: { readonly now: Date; readonly besides: readonly string[] },
): Promise<OutboxRow[]> {
  const [sample] = candidates
  if (!sample || !(await isAlone(db, sample))) return []
  const all = await sameRecipient(db, sample)
    .where(dueNow(now))
    .orderBy('id')
    .limit(outboxLimits.alertsTogether * 2)
    .forUpdate()
    .skipLocked()
    .execute()
  const due = all.filter(({ id }) => !besides.includes(id))
  const busy = await sameRecipient(db, sample)
    .where('state', '=', 'waiting')
    .where((eb) =>
      eb.or([
        eb('taken_until', '>', now),
        // The clock of this process may have jumped; what it sends is not sent twice.
        sql<SqlBool>`id = any(${besides}::bigint[])`,
      ]),
    )
    .limit(1)
    .execute()
  if (busy.length > 0) return []
  const awake = await withoutQuiet(db, due, now)
  const again = awake.find((row) => sentWith(row) !== undefined)
  if (again) return awake.filter((row) => sentWith(row) === sentWith(again))
  const since = new Date(now.getTime() - alertLimits.gatherMs)
  const last = await db
    .selectFrom('outbox')
    .select('sent_at')
    .where('user_id', 'is not distinct from', sample.user_id)
    .where('address_id', 'is not distinct from', sample.address_id)
    .where('channel', '=', sample.channel)
    .where('kind', '=', 'alert')
    .where('sent_at', '>', since)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last?.sent_at) return awake.slice(0, outboxLimits.alertsTogether)
  const end = new Date(last.sent_at.getTime() + alertLimits.gatherMs)
  await postpone(db, awake, end)
  return []
}

/** Of two processes only one gathers for a recipient at a time. */
async function isAlone(db: Db, row: OutboxRow): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(${lockSpace}, hashtext(${recipientOf(row)})) as mine`.execute(
    db,
  )
  return rows[0]?.mine === true
}

const sameRecipient = (db: Db, { channel, user_id, address_id }: OutboxRow) =>
  user_id === null
    ? db
        .selectFrom('outbox')
        .selectAll()
        .where('kind', '=', 'alert')
        .where('channel', '=', channel)
        .where('address_id', '=', address_id)
    : db
        .selectFrom('outbox')
        .selectAll()
        .where('kind', '=', 'alert')
        .where('channel', '=', channel)
        .where('user_id', '=', user_id)

/** The rows that may go out now; the others wait for the end of the quiet hours, and are given up a day after it. */
async function withoutQuiet(db: Db, rows: readonly OutboxRow[], now: Date): Promise<OutboxRow[]> {
  const userId = rows[0]?.user_id ?? null
  if (userId === null) return [...rows]
  const choice = await db
    .selectFrom('notification_choice')
    .select(['quiet_from', 'quiet_to', 'zone'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const { quiet_from: from, quiet_to: to, zone } = choice ?? {}
  const end = from && to && zone ? quietUntil(now, { from, to, zone }) : undefined
  if (!end) return [...rows]
  const critical = await db
    .selectFrom('alert')
    .select('id')
    .where(sql<SqlBool>`id = any(${rows.flatMap(({ alert_id }) => alert_id ?? [])}::bigint[])`)
    .where('severity', '=', 'critical')
    .execute()
  const loud = new Set(critical.map(({ id }) => id))
  const isLoud = (row: OutboxRow) => row.alert_id !== null && loud.has(row.alert_id)
  const quiet = rows.filter((row) => !isLoud(row))
  await postpone(db, quiet, end)
  await db
    .updateTable('outbox')
    .set({ why: 'quiet', gives_up_at: new Date(end.getTime() + outboxLimits.givesUpMs) })
    .where(isOne(quiet))
    .execute()
  return rows.filter(isLoud)
}

const isOne = (rows: readonly OutboxRow[]) =>
  sql<SqlBool>`id = any(${rows.map(({ id }) => id)}::bigint[])`

async function postpone(db: Db, rows: readonly OutboxRow[], until: Date): Promise<void> {
  await db.updateTable('outbox').set({ next_try_at: until }).where(isOne(rows)).execute()
}

async function take(db: Db, rows: readonly OutboxRow[], now: Date): Promise<void> {
  const [first] = rows
  if (!first) return
  const gathered = isGathered(first)
  await db
    .updateTable('outbox')
    .set({
      taken_until: new Date(now.getTime() + outboxLimits.leaseMs),
      tries: sql<number>`tries + 1`,
      ...(gathered && {
        content: sql<string>`coalesce(content, '{}'::jsonb) || jsonb_build_object('with', ${sentWith(first) ?? first.id}::text)`,
      }),
    })
    .where(isOne(rows))
    .execute()
}
