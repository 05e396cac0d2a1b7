/** What a machine sends, in the words of decision D4. Instants are milliseconds since 1970. */
export type RawSample = {
  readonly kind: 'sample'
  readonly serialNo: string
  readonly time: number
  readonly sequence: number
  /** What is absent keeps its last known value for that machine (D5). */
  readonly state?: number
  readonly product?: string
  readonly tool?: string
  readonly user?: string
  readonly speed?: number
  readonly packs?: number
  readonly rejects?: number
  readonly unitMode?: string
  /** Seconds in each state since the counters were cleared, by code (D71). */
  readonly stateSeconds?: Readonly<Record<string, number>>
}

export type RawAlarm = {
  readonly kind: 'alarm'
  readonly serialNo: string
  readonly raisedAt: number
  /** Distinguishes alarms that are alike otherwise (D61); 0 where it is absent. */
  readonly sequence?: number
  /** May come in a second record (D4). */
  readonly clearedAt?: number | undefined
  readonly group: string
  readonly description: string
  readonly code?: string
}

export type RawAudit = {
  readonly kind: 'audit'
  readonly serialNo: string
  readonly time: number
  readonly userGroup: string
  readonly description: string
  readonly before: string
  readonly after: string
}

export type RawRecord = RawSample | RawAlarm | RawAudit

/** Records that were received together, and when. */
export type Arrival = { readonly receivedAt: number; readonly records: readonly RawRecord[] }

/** A sample that counts: where it lies in time and when it came. */
export type CountingSample = RawSample & { readonly at: number; readonly receivedAt: number }

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * The samples of one machine that count, in their order.
 *
 * D7: the identity of a sample is machine, source time and sequence number; of one identity the last arrival with other
 * content wins, and what repeats any earlier arrival changes nothing, also when others came in between (D62). D9: a source time more than 5 s ahead of receipt
 * counts at the time of receipt. D14: order is source time. T71: of one UTC day the first 500 different products, tools and
 * users to arrive are kept, all others read "(other)".
 */
export function countingSamples(
  arrivals: readonly Arrival[],
  serialNo: string,
  receivedUntil = Number.POSITIVE_INFINITY,
): CountingSample[] {
  const versions = new Map<string, { seen: Set<string>; last: CountingSample }>()
  const texts = new Map<string, Set<string>>()
  for (const { receivedAt, records } of arrivals) {
    if (receivedAt > receivedUntil) continue
    for (const sent of records) {
      if (sent.kind !== 'sample' || sent.serialNo !== serialNo) continue
      const place = sent.time - receivedAt > 5_000 ? receivedAt : sent.time
      const record = limited(sent, new Date(place).toISOString().slice(0, 10), texts)
      const identity = `${record.time} ${record.sequence}`
      const content = contentOf(record)
      const known = versions.get(identity)
      if (known?.seen.has(content)) continue
      const at = record.time - receivedAt > 5_000 ? receivedAt : record.time
      const last = { ...record, at: known?.last.at ?? at, receivedAt }
      versions.set(identity, { seen: new Set([...(known?.seen ?? []), content]), last })
    }
  }
  return [...versions.values()]
    .map(({ last }) => last)
    .sort((a, b) => a.at - b.at || a.time - b.time || a.sequence - b.sequence)
}

/** A sample with the texts that its day may still have (T71); `texts` are those of each day and field so far. */
function limited(sample: RawSample, day: string, texts: Map<string, Set<string>>): RawSample {
  const kept = (['product', 'tool', 'user'] as const).map((field) => {
    const text = sample[field]
    if (text === undefined || text === '' || text === '(other)') return {}
    const known = texts.get(`${day} ${field}`) ?? new Set()
    texts.set(`${day} ${field}`, known)
    if (!known.has(text) && known.size === 500) return { [field]: '(other)' }
    known.add(text)
    return {}
  })
  return Object.assign({ ...sample }, ...kept)
}

function contentOf(sample: RawSample): string {
  const { state, product, tool, user, speed, packs, rejects, unitMode, stateSeconds } = sample
  const fields = [state, product, tool, user, speed, packs, rejects, unitMode, stateSeconds]
  return JSON.stringify(fields.map((field) => field ?? null))
}

/**
 * The alarms of one machine, each once, by time, then group, then description: a second record that only adds when an
 * alarm was cleared is the same alarm (D4, D7), and one with another number is another one (D61). Of several clearings
 * the one that came last counts; what repeats an earlier one changes nothing (D62).
 */
export function countingAlarms(
  arrivals: readonly Arrival[],
  serialNo: string,
  receivedUntil = Number.POSITIVE_INFINITY,
): RawAlarm[] {
  const alarms = new Map<string, RawAlarm>()
  /** Every version that came, under its code too, and how many of one alarm came together. */
  const versions = new Set<string>()
  const together = new Map<string, number>()
  /** The version that the clearing of an alarm is of. */
  const newest = new Map<string, { arrival: number; place: number }>()
  arrivals.forEach(({ receivedAt, records }, arrival) => {
    if (receivedAt > receivedUntil) return
    for (const record of records) {
      if (record.kind !== 'alarm' || record.serialNo !== serialNo) continue
      const { raisedAt, sequence = 0, group, description, code } = record
      const clearedAt = countedClearing(record, receivedAt)
      const identity = JSON.stringify([raisedAt, sequence, group, description])
      const known = alarms.get(identity) ?? { ...record, clearedAt }
      alarms.set(identity, known)
      const coded = JSON.stringify([identity, code ?? null])
      const version = JSON.stringify([coded, clearedAt ?? null])
      if (versions.has(version)) continue
      versions.add(version)
      const pile = JSON.stringify([coded, arrival])
      const place = together.get(pile) ?? 0
      together.set(pile, place + 1)
      if (clearedAt === undefined) continue
      const last = newest.get(identity)
      const isNewer =
        last === undefined ||
        arrival > last.arrival ||
        (arrival === last.arrival && place > last.place)
      // The same under two codes, in one message: the later clearing.
      const isEqual = last?.arrival === arrival && last.place === place
      if (!isNewer && !(isEqual && clearedAt > (known.clearedAt ?? 0))) continue
      newest.set(identity, { arrival, place })
      alarms.set(identity, { ...known, clearedAt })
    }
  })
  return [...alarms.values()].sort(
    (a, b) =>
      a.raisedAt - b.raisedAt || byText(a.group, b.group) || byText(a.description, b.description),
  )
}

/** D9: a clearing more than 5 s ahead of receipt counts at the time of receipt, and never before the alarm was raised. */
function countedClearing(
  { raisedAt, clearedAt }: RawAlarm,
  receivedAt: number,
): number | undefined {
  if (clearedAt === undefined) return undefined
  return Math.max(raisedAt, clearedAt - receivedAt > 5_000 ? receivedAt : clearedAt)
}

/** The audit records of one machine, each once (D7: sending twice changes nothing). */
export function countingAudits(arrivals: readonly Arrival[], serialNo: string): RawAudit[] {
  const audits = new Map<string, RawAudit>()
  for (const { records } of arrivals) {
    for (const record of records) {
      if (record.kind !== 'audit' || record.serialNo !== serialNo) continue
      const { time, userGroup, description, before, after } = record
      audits.set(JSON.stringify([time, userGroup, description, before, after]), record)
    }
  }
  return [...audits.values()].sort((a, b) => a.time - b.time)
}

/** A plan as its call takes it: weeks and exceptions, of all lines (null) or of one. */

export type PlanKind = 'production' | 'break' | 'closed'

export type PlanEntry = {
  readonly weekday: number
  readonly from: string
  readonly to: string
  readonly kind: PlanKind
}
export type PlanWeek = {
  readonly line: string | null
  readonly validFrom: string
  readonly entries: readonly PlanEntry[] | null
}
export type PlanException = {
  readonly line: string | null
  readonly startDate: string
  readonly startTime: string
  readonly endDate: string
  readonly endTime: string
  readonly kind: PlanKind
  readonly note: string
}
export type RawPlan = {
  readonly weeks: readonly PlanWeek[]
  readonly exceptions: readonly PlanException[]
}

/** The stop book of a client: its reasons, and what people said about stops, in the order in which it was written. */

export type RawReason = {
  readonly id: string
  readonly planned: boolean
  /** D116; absent: no. */
  readonly setUp?: boolean
  readonly overrunSeconds: number | null
  readonly cause: 'machine' | 'external'
  readonly alarms: readonly { readonly kind: 'text' | 'group'; readonly value: string }[]
  readonly states: readonly number[]
  /** In the end; while labels were written it was offered. */
  readonly retired: boolean
}

export type RawLabel = {
  /** Its place in the book, from 1: of two the later one has the higher. */
  readonly place: number
  readonly action: 'label' | 'merge' | 'takeBack'
  readonly serialNo: string
  readonly from: number
  readonly to: number
  /** It also holds after `to`, until the stop ends. */
  readonly untilRun: boolean
  /** null: taken back. */
  readonly reason: string | null
  readonly note: string
  /** The name of one of the people of the client. */
  readonly by: string
  /** When it was written: at a time of receipt, after the records of that time. */
  readonly at: number
  /** The places of the labels that held in the stretch when it was written. */
  readonly replaces: readonly number[]
  /** The first-out alarm of its stop, as it was known then. */
  readonly alarm: { readonly group: string; readonly description: string } | null
}

export type RawBook = {
  readonly reasons: readonly RawReason[]
  readonly labels: readonly RawLabel[]
}
