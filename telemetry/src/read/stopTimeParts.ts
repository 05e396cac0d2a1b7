import type { ClientScope } from '@packboard/model'
import type { Telemetry } from '../store.ts'
import type { Period } from './period.ts'
import { readWindow } from './readWindow.ts'
import { stopMinutes } from './stopMinutes.ts'
import type { TimePart } from './timePart.ts'

/** Run and stops of machines in a window, in any order. */
export function stopTimeParts(
  telemetry: Telemetry,
  scope: ClientScope,
  question: { readonly machineIds: readonly number[]; readonly period: Period },
): Promise<TimePart[]> {
  return readWindow<TimePart[]>(telemetry, scope, question, {
    begin: () => [],
    rows: async (found, stretches, _hours, view) => {
      for (const part of await stopMinutes(telemetry.context, view, stretches)) found.push(part)
    },
    event: (found, { machineId, from, to, category, causeGroup, cause, ...event }) => {
      if (event.ms === 0) return
      const { state, product, tool, user, ms } = event
      const time = { state, category, product, tool, user, ms, stops: event.stops }
      found.push({
        ...{ machineId, from, to },
        stood: category === 'run' ? null : { causeGroup, cause, times: [time] },
      })
    },
  })
}
