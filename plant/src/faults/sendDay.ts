import type { MachineRecord, Sample } from '@packboard/model'
import type { DayCounters } from '../machine/counters.ts'
import type { MachineDay } from '../machine/machineDay.ts'
import { type Cadence, type Reading, readings, sampleOf } from '../machine/readings.ts'
import type { Random } from '../random.ts'
import type { Report, ReportedAlarm, ReportedMachine } from '../truth/trueLedger.ts'

/** A time without connection: what the machine recorded meanwhile comes late and out of order, or never. */
type Outage = {
  readonly from: number
  readonly to: number
  readonly keeps: 'everything' | 'nothing'
}

/** Everything that can go wrong between a machine and the product on one day. */
type WireFaults = {
  readonly outages: readonly Outage[]
  /** The session died at these instants; the machine was back with its next sample. */
  readonly deaths: readonly number[]
  /** Share of the batches that are sent once more, later. */
  readonly repeatShare: number
  /** How long records gather before they are sent in one go. */
  readonly gatherMs: number
}

const minute = 60_000

export const noFaults: WireFaults = {
  outages: [],
  deaths: [],
  repeatShare: 0,
  gatherMs: 5 * minute,
}

/** A bad day: outages of both kinds, deaths, and one batch in twelve sent again. */
export function badDay(from: number, to: number, random: Random): WireFaults {
  const outages: Outage[] = []
  let at = from + random.whole(20 * minute, 120 * minute)
  while (at < to - 60 * minute) {
    // Longer than a 16-bit counter needs for a tenth of its way would make its rollover unreadable (D14).
    const ms = random.whole(5_000, random.chance(0.3) ? 45 * minute : 4 * minute)
    outages.push({ from: at, to: at + ms, keeps: random.chance(0.5) ? 'everything' : 'nothing' })
    at += ms + random.whole(30 * minute, 200 * minute)
  }
  const deaths = Array.from({ length: 4 }, () => random.whole(from + minute, to - minute)).sort(
    (a, b) => a - b,
  )
  return { outages, deaths, repeatShare: 1 / 12, gatherMs: 10 * minute }
}

/** When a counter must not fall to 0: during a loss of records such a fall would look like a counter that went on. */
export function noListeners({ outages }: WireFaults): (at: number) => boolean {
  return (at) =>
    outages.some(
      ({ from, to, keeps }) =>
        keeps === 'nothing' && at >= from - 2 * minute && at <= to + 2 * minute,
    )
}

/** What reaches the product in one delivery. `death` means that the session ended without a disconnect message. */
export type Delivery = {
  readonly serialNo: string
  readonly receivedAt: number
  readonly records: readonly MachineRecord[]
  readonly death: boolean
}

type SentDay = { readonly deliveries: readonly Delivery[]; readonly reported: ReportedMachine }

type Reported = Report & { readonly receivedAt: number }
type Item = { readonly at: number; readonly record: MachineRecord; readonly reading?: Reading }

/** The product's tolerance for clocks that are ahead (D9). */
const forgivenMs = 5_000

/**
 * Sends a machine's day over a bad line, and notes what the product received of it. Nothing of this needs a network:
 * a delivery carries the time at which it arrives.
 */
export function sendDay(
  day: MachineDay,
  counters: DayCounters,
  faults: WireFaults,
  cadence: Cadence,
  random: Random,
): SentDay {
  const { machine } = day
  const outageAt = (at: number) =>
    faults.outages.find((outage) => at >= outage.from && at < outage.to)
  const isLost = (at: number) => outageAt(at)?.keeps === 'nothing'
  const items = itemsOf(day, counters, cadence, isLost)
  const deliveries: Delivery[] = []
  const reports: Reported[] = []
  const alarms = new Map<string, ReportedAlarm>()
  let arrived = 0

  const deliver = (batch: readonly Item[], receivedAt: number) => {
    const delivery: Delivery = {
      serialNo: machine.serialNo,
      receivedAt,
      records: batch.map(({ record }) => record),
      death: false,
    }
    deliveries.push(delivery)
    if (random.chance(faults.repeatShare)) {
      deliveries.push({ ...delivery, receivedAt: receivedAt + random.whole(1_000, 900_000) })
    }
    for (const { record, reading } of batch) {
      if (record.kind === 'sample' && reading) {
        reports.push(reportOf(record, receivedAt, reading))
      } else if (record.kind === 'alarm') {
        const { group, description, raisedAt } = record
        alarms.set(`${raisedAt} ${group} ${description}`, { raisedAt, group, description })
      }
    }
  }

  let batch: Item[] = []
  let buffered: Item[] = []
  let open: ReturnType<typeof outageAt>
  const flush = () => {
    const last = batch.at(-1)
    if (last) {
      arrived = Math.max(arrived, last.at + random.whole(20, 400))
      deliver(batch, arrived)
    }
    batch = []
  }
  const catchUp = () => {
    if (open && buffered.length > 0) {
      // The buffer is sent in pieces, in no fixed order.
      const pieces = random.shuffled(inPieces(buffered, random))
      pieces.forEach((piece, index) => {
        deliver(piece, (open?.to ?? 0) + 500 + index * random.whole(10, 200))
      })
      arrived = Math.max(arrived, open.to + 600 + pieces.length * 200)
    }
    buffered = []
    open = undefined
  }
  for (const item of items) {
    const outage = outageAt(item.at)
    if (outage !== open) {
      flush()
      catchUp()
      open = outage
    }
    if (outage) {
      buffered.push(item)
      continue
    }
    const first = batch[0]
    if (first && item.at - first.at >= faults.gatherMs) flush()
    batch.push(item)
  }
  flush()
  catchUp()

  for (const at of faults.deaths) {
    deliveries.push({ serialNo: machine.serialNo, receivedAt: at, records: [], death: true })
    reports.push(deathReport(at, reports))
  }
  deliveries.sort((a, b) => a.receivedAt - b.receivedAt)
  return { deliveries, reported: { machine, reports, alarms: [...alarms.values()] } }
}

function inLedger(sourceAt: number, receivedAt: number): number {
  return sourceAt > receivedAt + forgivenMs ? receivedAt : sourceAt
}

function reportOf(
  sample: Sample,
  receivedAt: number,
  { piece, packs, rejects }: Reading,
): Reported {
  const { state, product, tool, user } = piece
  const at = inLedger(sample.at, receivedAt)
  const { sequence } = sample
  return { at, sequence, receivedAt, state, product, tool, user, packs, rejects, death: false }
}

/** What a machine records on a day and is able to send, in the order in which it happens. */
function itemsOf(
  day: MachineDay,
  counters: DayCounters,
  cadence: Cadence,
  isLost: (at: number) => boolean,
): Item[] {
  const { serialNo, clockMs } = day.machine
  const items: Item[] = []
  let missed = false
  for (const taken of readings(day, counters, { from: day.from, to: day.to, cadence })) {
    if (isLost(taken.at)) {
      missed = true
      continue
    }
    // After an outage a machine sends every field, because it does not know what was lost. A clock that is too far
    // ahead mixes the order of its records (D9), so such a machine leaves nothing out.
    const reading = missed || clockMs > forgivenMs ? { ...taken, full: true } : taken
    missed = false
    items.push({ at: reading.at, record: { kind: 'sample', ...sampleOf(day, reading) }, reading })
  }
  for (const { raisedAt, clearedAt, ...text } of day.alarms) {
    const alarm = { kind: 'alarm', serialNo, ...text, raisedAt: raisedAt + clockMs } as const
    const cleared = { ...alarm, clearedAt: clearedAt + clockMs }
    if (!isLost(raisedAt)) items.push({ at: raisedAt, record: alarm })
    if (!isLost(clearedAt)) items.push({ at: clearedAt, record: cleared })
  }
  for (const { at, ...audit } of day.audits) {
    if (!isLost(at))
      items.push({ at, record: { kind: 'audit', serialNo, at: at + clockMs, ...audit } })
  }
  return items.sort((a, b) => a.at - b.at)
}

/** A death counts from its receipt; where a clock is ahead, from the last record of the machine (D11). */
function deathReport(at: number, reports: readonly Reported[]): Reported {
  let newest: Reported | undefined
  for (const report of reports) {
    if (report.receivedAt > at || report.death) continue
    if (!newest || report.at > newest.at) newest = report
  }
  const place = newest && newest.at >= at ? newest : { at, sequence: -1 }
  return {
    at: place.at,
    sequence: place.sequence + 1,
    receivedAt: at,
    state: 0,
    product: '',
    tool: '',
    user: '',
    packs: 0,
    rejects: 0,
    death: true,
  }
}

function inPieces(items: readonly Item[], random: Random): Item[][] {
  const pieces: Item[][] = []
  for (let at = 0; at < items.length; ) {
    const size = random.whole(3, 60)
    pieces.push(items.slice(at, at + size))
    at += size
  }
  return pieces
}
