import { counterDelta } from '@packboard/model'

/**
 * A cumulative counter is read in the order of the machine's own clock (D14), while time passes in the order in which
 * samples count (D9). The two differ only where a clock was ahead: part of what it sent at one time counts at its own
 * time, part at its receipt. There a reading may come after one that the machine took later.
 */
export type CounterOrder = {
  /** The newest reading by the machine's own clock, in billionths; null before the first. */
  readonly newest: bigint | null
  /** What came before the readings that are ahead, and those, in the order of the machine's own clock. */
  readonly ahead: Ahead | null
}

export type Ahead = {
  readonly before: bigint | null
  readonly readings: readonly {
    readonly sourceAt: number
    readonly reading: bigint
  }[]
}

type CounterMoment = { readonly at: number; readonly sourceAt: number }

/** A clock that is ahead by days must not make the memory of it long. */
const mostReadings = 64

export const noCounter: CounterOrder = { newest: null, ahead: null }

/**
 * Takes the next reading of a counter and says what it adds to the count, in billionths; never less than 0. A reading
 * that the machine took before one already counted is put between its neighbours, so that the sum is the one in the
 * machine's own order; unless the counter says that the clock was set back, which it does when the sum in
 * order of arrival is the smaller one.
 */
export function takeReading(
  order: CounterOrder,
  reading: bigint,
  { at, sourceAt }: CounterMoment,
): { readonly counted: bigint; readonly order: CounterOrder } {
  const ahead = stillAhead(order.ahead, at)
  const step = counterDelta(order.newest, reading)
  const between = ahead && putBetween(ahead, { sourceAt, reading })
  if (between !== null) {
    const { counted, ahead: longer } = between
    if (counted <= step) {
      return { counted, order: { newest: order.newest, ahead: longer } }
    }
    return { counted: step, order: { newest: reading, ahead: begin(order, reading, at, sourceAt) } }
  }
  const going =
    ahead === null
      ? begin(order, reading, at, sourceAt)
      : { ...ahead, readings: [...ahead.readings, { sourceAt, reading }] }
  return { counted: step, order: { newest: reading, ahead: shortened(going) } }
}

function begin(order: CounterOrder, reading: bigint, at: number, sourceAt: number): Ahead | null {
  return sourceAt > at ? { before: order.newest, readings: [{ sourceAt, reading }] } : null
}

/** Nothing comes any more between readings that time has reached. */
function stillAhead(ahead: Ahead | null, at: number): Ahead | null {
  if (ahead === null) return null
  const reached = ahead.readings.filter(({ sourceAt }) => sourceAt <= at).length
  if (reached === ahead.readings.length) return null
  const last = ahead.readings[reached - 1]
  if (last === undefined) return ahead
  return {
    before: last.reading,
    readings: ahead.readings.slice(reached),
  }
}

/** What the sum of all steps grows by when one more reading stands in its place; null where none comes after it. */
function putBetween({ before, readings }: Ahead, taken: Ahead['readings'][number]) {
  const place = readings.findIndex(({ sourceAt }) => sourceAt > taken.sourceAt)
  const later = readings[place]?.reading
  if (later === undefined) return null
  const earlier = readings[place - 1]?.reading ?? before
  const { reading } = taken
  return {
    counted:
      counterDelta(earlier, reading) + counterDelta(reading, later) - counterDelta(earlier, later),
    ahead: { before, readings: [...readings.slice(0, place), taken, ...readings.slice(place)] },
  }
}

function shortened(ahead: Ahead | null): Ahead | null {
  const dropped = ahead?.readings.at(-mostReadings - 1)
  if (!ahead || dropped === undefined) return ahead
  return { before: dropped.reading, readings: ahead.readings.slice(-mostReadings) }
}
