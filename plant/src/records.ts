import type { MachineRecord } from '@packboard/model'
import type { CountedDay } from './calendar.ts'
import { type Cadence, readings, sampleOf } from './machine/readings.ts'

/** A record, and when the machine says it by the right time; its own clock may stamp it otherwise. */
export type Said = { readonly at: number; readonly record: MachineRecord }

/** Everything that a machine says in [from, to), in the order in which it happens. */
export function* recordsOf(
  counted: CountedDay,
  from: number,
  to: number,
  cadence: Cadence,
): Generator<Said, void, undefined> {
  const { day, counters } = counted
  const others = panelRecords(counted, from, to)
  let next = 0
  for (const reading of readings(day, counters, { from, to, cadence })) {
    for (let other = others[next]; other && other.at <= reading.at; other = others[next]) {
      yield other
      next += 1
    }
    yield { at: reading.at, record: { kind: 'sample', ...sampleOf(day, reading) } }
  }
  yield* others.slice(next)
}

/** Alarms raised and cleared, and what was changed on the panel. */
function panelRecords({ day }: CountedDay, from: number, to: number): Said[] {
  const { serialNo, clockMs } = day.machine
  const isInside = (at: number) => at >= from && at < to
  const said: Said[] = []
  for (const { raisedAt, clearedAt, ...text } of day.alarms) {
    const alarm = { kind: 'alarm', serialNo, ...text, raisedAt: raisedAt + clockMs } as const
    if (isInside(raisedAt)) said.push({ at: raisedAt, record: alarm })
    if (isInside(clearedAt)) {
      said.push({ at: clearedAt, record: { ...alarm, clearedAt: clearedAt + clockMs } })
    }
  }
  for (const { at, ...audit } of day.audits) {
    if (isInside(at))
      said.push({ at, record: { kind: 'audit', serialNo, ...audit, at: at + clockMs } })
  }
  return said.sort((a, b) => a.at - b.at)
}
