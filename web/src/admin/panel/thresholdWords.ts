import { formatTimeInState, microStopSeconds, type StopThreshold } from '@packboard/model'
import type { Say } from '../../i18n/sayIn.ts'
import { dayText } from '../plan/planWords.ts'

/** The stop thresholds of a machine type, each from its day on. */
export function thresholdWords(thresholds: readonly StopThreshold[], say: Say<'panel'>): string {
  const usual =
    thresholds[0]?.validFrom === null ? [] : [{ validFrom: null, seconds: microStopSeconds }]
  return [...usual, ...thresholds]
    .map(({ validFrom, seconds }) => {
      const time = formatTimeInState(seconds)
      return validFrom === null ? time : say('thresholdFrom', { time, day: dayText(validFrom) })
    })
    .join(', ')
}
