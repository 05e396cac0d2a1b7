import type { ClientScope, Period } from '@packboard/model'
import type { Cuts, TimePart } from '../ledger/timePart.ts'
import type { Telemetry } from '../store.ts'
import { readWindow } from './readWindow.ts'
import { stopSteps } from './stopSteps.ts'

/** Run and stops of machines in a window, in any order; with `cuts` exactly divided there. */
export async function stopTimeParts(
  telemetry: Telemetry,
  scope: ClientScope,
  question: { readonly machineIds: readonly number[]; readonly period: Period },
  cuts: Cuts = new Map(),
): Promise<TimePart[]> {
  const parts = await readWindow<TimePart[]>(telemetry, scope, question, {
    begin: () => [],
    rows: async (found, stretches, _hours, view) => {
      for (const part of await stopSteps(telemetry.context, view, stretches, cuts)) found.push(part)
    },
    event: (found, { machineId, from, to, category, causeGroup, cause, ...event }) => {
      if (event.ms === 0 || event.recovered !== null) return
      const { state, product, tool, user, ms } = event
      const time = { state, category, product, tool, user, ms, stops: event.stops }
      found.push({
        ...{ machineId, from, to },
        stood: category === 'run' ? null : { causeGroup, cause, times: [time] },
      })
    },
  })
  return cuts.size === 0 ? parts : parts.flatMap((part) => divided(part, cuts))
}

/** A part in pieces between the cuts; one that a cut divides is one event, which has no hole. */
function divided(part: TimePart, cuts: Cuts): TimePart[] {
  const inside = (cuts.get(part.machineId) ?? []).filter((at) => part.from < at && at < part.to)
  if (inside.length === 0) return [part]
  const edges = [part.from, ...inside.toSorted((a, b) => a - b), part.to]
  return edges.slice(1).flatMap((to, index): TimePart[] => {
    const from = edges[index] ?? to
    const { machineId, stood } = part
    if (from === to) return []
    if (stood === null) return [{ machineId, from, to, stood }]
    const [time, ...more] = stood.times
    if (time === undefined || more.length > 0 || time.ms !== part.to - part.from) {
      throw new Error('A part of a stop that is cut is no single event')
    }
    // The stop begins in the first piece.
    const stops = index === 0 ? time.stops : 0
    return [
      { machineId, from, to, stood: { ...stood, times: [{ ...time, ms: to - from, stops }] } },
    ]
  })
}
