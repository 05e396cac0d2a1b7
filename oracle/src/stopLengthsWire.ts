import { isMicro, runsAround } from './referenceBook.ts'
import { inside, keeps, lengthOf, msOf, type Scope, seenStops } from './referenceFilter.ts'

const day = 86_400_000

/** Letter 47: the lengths of stops are read for at most 400 machines × days. */
export const hasStopLengths = ({ machines, span }: Scope) =>
  machines.length * lengthOf(span) <= 400 * day

/**
 * Letter 47: a micro-stop is a stop with less than the threshold from the end of the run before it to the beginning of the run after it;
 * it is of the window and the context in which it was first seen. A changeover is a stop between runs of two products, of which the one
 * ends and the other begins in the window; it is of the second product and its tool, its time is the observed one.
 */
export function stopLengths({ plant, machines, span, filter, now }: Scope) {
  const stops = machines.flatMap((machine) =>
    [...seenStops(machine)].flatMap(([stop, own]) => {
      const [first] = own
      const { before, after } = runsAround(machine, stop)
      return first && before && after ? [{ machine, stop, own, first, before, after }] : []
    }),
  )
  const short = stops.filter(
    ({ machine, stop, first }) =>
      isMicro(plant, machine, stop, now) && inside(span, first.from) && keeps(filter, first),
  )
  const changeovers = stops.filter(({ first, before, after }) => {
    const { product, tool } = after
    return (
      before.product !== '' &&
      product !== '' &&
      before.product !== product &&
      before.to > span.from &&
      after.from < span.to &&
      keeps(filter, { ...first, product, tool })
    )
  })
  return {
    microStops: short.length,
    changeovers: changeovers.length,
    changeoverSeconds: msOf(changeovers.flatMap(({ own }) => own)) / 1000,
  }
}
