import { machineState, type TimeModel } from '@packboard/model'
import type { ContextTotal, TotalBy } from '@packboard/telemetry/read'
import { secondsOf } from './contextSums.ts'

/**
 * How observed time is divided (D13), in seconds. Offline has no context and is a parameter: the length of the window
 * minus what was observed (D12).
 */
export function timeOf(
  contexts: readonly TotalBy<'category' | 'state'>[],
  offlineMs = 0,
): TimeModel {
  const of = (category: ContextTotal['category']) =>
    secondsOf(contexts.filter((context) => context.category === category))
  const external = contexts.filter(
    ({ category, state }) =>
      category !== 'unknown' && category !== 'offline' && machineState(state).external,
  )
  return {
    run: of('run'),
    idle: of('idle'),
    alarm: of('alarm'),
    ancillary: of('ancillary'),
    unknown: of('unknown'),
    offline: offlineMs / 1000,
    external: secondsOf(external),
  }
}
