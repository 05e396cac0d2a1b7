import { randomUUID } from 'node:crypto'
import type { Management } from '@packboard/management'
import { inside } from '@packboard/management/seeding'
import { proposalFor, type Reason } from '@packboard/model'
import { demoAccounts } from './demoData.ts'

/** A stop that is over, as the ledger knows it. Instants are ms since 1970. */
export type AnsweredStop = {
  readonly machineId: number
  readonly serialNo: string
  readonly from: number
  readonly to: number
  /** The first-out alarm; both are empty where none came. */
  readonly alarmGroup: string
  readonly alarm: string
  /** The state that it began with. */
  readonly state: number | null
}

/** What the demo's people say where the list proposes nothing: a reason by its English name, for a group of alarms. */
const saidOfGroup: Readonly<Record<string, string>> = {
  Temp: 'Repair',
  Jaws: 'Cleaning after a fault',
  Seal: 'Quality check',
  Film: 'No packaging',
}
/** The same for the state that a stop without an alarm began with. */
const saidOfState: Readonly<Record<number, string>> = {
  5: 'Routine cleaning',
  6: 'Routine cleaning',
  12: 'Shift handover',
  13: 'Shift handover',
}
/** From this length on a held machine waits for people who eat. */
const mealMs = 8 * 60_000

/** Notes on long stops, by the beginning of the alarm. */
const notes: readonly (readonly [alarm: string, note: string])[] = [
  ['Front jaw temperature', 'Heater cartridge 2 of the front jaw replaced.'],
  ['Rear jaw temperature', 'Thermocouple of the rear jaw was loose.'],
  ['Fin seal heater', 'Brushes of the slip ring replaced, old ones were worn to 4 mm.'],
  ['Infeed servo', 'Piece of cardboard in the infeed chain.'],
  ['Compressed air', 'The dryer in the compressor room had tripped.'],
  ['Film snapped', 'Edge of the reel was torn. Cut back two turns.'],
  ['Product crosswise', 'Guide rail set back to its mark.'],
]
const longMs = 8 * 60_000

/** In the demo the operator answers most stops, the engineer the long ones. */
function personFor(lasted: number, share: number): string {
  if (lasted > 12 * 60_000 || share > 0.8) return 'engineer'
  return share > 0.7 ? 'clientadmin' : 'user'
}

/** What a person wrote about a stop. */
export type Answer = {
  readonly reason: string
  readonly username: string
  readonly note: string
  readonly at: number
}

const hourMs = 3_600_000

/**
 * What the people of the demo said about a stop; null where it was left open: one in twelve, and every second one of the last two hours.
 * The same stop always gets the same answer.
 */
export function answerFor(
  stop: AnsweredStop,
  reasons: readonly Reason[],
  now: number,
): Answer | null {
  const share = (what: string) => shareOf(`${stop.serialNo} ${stop.from} ${what}`)
  const at = stop.to + Math.round((1 + 14 * share('at')) * 60_000)
  const leftOpen = stop.to > now - 2 * hourMs ? 0.5 : 1 / 12
  if (at > now || share('open') < leftOpen) return null
  const reason = reasonFor(stop, reasons)
  if (reason === undefined) return null
  const lasted = stop.to - stop.from
  const known = notes.find(([alarm]) => stop.alarm.startsWith(alarm))
  const note = lasted > longMs && share('note') < 0.6 ? (known?.[1] ?? '') : ''
  return { reason, username: personFor(lasted, share('person')), note, at }
}

function reasonFor(stop: AnsweredStop, reasons: readonly Reason[]): string | undefined {
  const { alarmGroup, alarm, state } = stop
  const proposal = proposalFor(reasons, {
    alarm: alarmGroup === '' ? null : { group: alarmGroup, text: alarm },
    state,
    lastConfirmed: null,
  })
  if (proposal) return proposal.reason
  const held = saidOfState[state ?? 0]
  const isMeal = held === 'Shift handover' && stop.to - stop.from >= mealMs
  const name = saidOfGroup[alarmGroup] ?? (isMeal ? 'Meal break' : (held ?? 'Other'))
  return reasons.find((one) => one.name.en === name && !one.retired)?.id
}

/** A share from 0 up to 1 that a text always has (FNV-1a, mixed so that its last letters count). */
function shareOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** PostgreSQL takes at most 65,535 parameters in a statement. */
const rowsAtOnce = 1_000

/** Is there an answer that says why a machine of the client stood? Then the demo's people say nothing more. */
export function anyAnswer(management: Management, clientId: number): Promise<boolean> {
  return inside(management).read(async (db) => {
    const known = await db
      .selectFrom('stop_label')
      .select('id')
      .where('client_id', '=', clientId)
      .limit(1)
      .executeTakeFirst()
    return known !== undefined
  })
}

/**
 * Writes what the demo's people have said about stops of a client, in the order in which they said it, with the time of then. Returns
 * how many answers there are.
 */
export async function seedAnswers(
  management: Management,
  clientId: number,
  stops: readonly AnsweredStop[],
  { reasons, now }: { readonly reasons: readonly Reason[]; readonly now: number },
): Promise<number> {
  const answered = stops
    .flatMap((stop) => {
      const answer = answerFor(stop, reasons, now)
      return answer ? [{ stop, answer }] : []
    })
    .sort((a, b) => a.answer.at - b.answer.at)
  await inside(management).transaction(async (db) => {
    const people = await db
      .selectFrom('user_account')
      .select(['id', 'username'])
      .where('client_id', '=', clientId)
      .where(
        'username',
        'in',
        demoAccounts.map(({ username }) => username),
      )
      .where('deleted_at', 'is', null)
      .execute()
    const idOf = new Map(people.map(({ id, username }) => [username, id]))
    for (let first = 0; first < answered.length; first += rowsAtOnce) {
      await db
        .insertInto('stop_label')
        .values(
          answered.slice(first, first + rowsAtOnce).map(({ stop, answer }) => ({
            client_id: clientId,
            machine_id: stop.machineId,
            starts: new Date(stop.from),
            ends: new Date(stop.to),
            reason_id: answer.reason,
            note: answer.note,
            alarm_group: stop.alarmGroup,
            alarm: stop.alarm,
            replaces: [],
            key: randomUUID(),
            set_by: idOf.get(answer.username) ?? null,
            set_at: new Date(answer.at),
          })),
        )
        .execute()
    }
  })
  return answered.length
}
