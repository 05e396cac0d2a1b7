import {
  isTimeOfDay,
  overviewDefault,
  overviewStart,
  snapToTimeStep,
  wallTime,
} from '@packboard/model'
import { useState } from 'react'
import { serverNow } from '../time/serverClock.ts'
import { useNow } from '../time/useNow.ts'
import { useShownZone } from '../time/zone.ts'

const dayMs = 24 * 3_600_000

/**
 * Where the overview begins: a time of day in the shown zone. A page that stays open for days begins again
 * every day at that time, so that "06:00" is never the 06:00 of last week.
 */
export function useWindowStart() {
  const zone = useShownZone()
  const [from, setFrom] = useState(() => overviewDefault(new Date(serverNow())).from)
  const time = wallTime(from, zone).time.slice(0, 5)
  const over = useNow((now) => now - from.getTime() >= dayMs)
  if (over) {
    // On the day of 25 hours the same time of day is still to come.
    const next = overviewStart(time, zone, new Date(serverNow()))
    if (next.getTime() !== from.getTime()) setFrom(next)
  }
  return {
    from,
    time,
    /** Rounds a time of day to the step of five minutes; other texts change nothing. */
    changeTime: (text: string) => {
      if (!isTimeOfDay(text)) return
      setFrom(overviewStart(snapToTimeStep(text), zone, new Date(serverNow())))
    },
  }
}
