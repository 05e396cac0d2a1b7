import {
  grouped,
  inside,
  keeps,
  lengthOf,
  msOf,
  type Scope,
  seenStops,
  stretchesIn,
} from './referenceFilter.ts'
import { targetOf } from './referenceOee.ts'

/**
 * D18: what stopped the machines first. Seconds are observed time outside run under the name of the whole stop; a stop
 * counts where it was first seen; lost packs are the seconds at target speed, unknown where a target is.
 */
export function stopCauses({ plant, machines, span, filter }: Scope) {
  const pieces = machines.flatMap((machine) =>
    stretchesIn(machine, span, filter).flatMap((stretch) =>
      stretch.stop === null ? [] : [{ ...stretch, machine, stop: stretch.stop }],
    ),
  )
  const began = machines.flatMap((machine) =>
    [...seenStops(machine)].flatMap(([stop, [first]]) =>
      first !== undefined && inside(span, first.from) && keeps(filter, first) ? [stop] : [],
    ),
  )
  const nameOf = ({ group, cause }: { group: string; cause: string }) =>
    JSON.stringify([group, cause])
  const time = grouped(pieces, ({ stop }) => nameOf(stop))
  const starts = grouped(began, nameOf)
  const causes = [...new Set([...time.keys(), ...starts.keys()])].map((name) => {
    const own = time.get(name) ?? []
    const [group = '', cause = '']: string[] = JSON.parse(name)
    const lost = own.map((piece) => {
      const target = targetOf(plant, piece.machine, piece.product, span.to)
      return target === null ? null : ((lengthOf(piece) / 1000) * target.ppm) / 60
    })
    return {
      group,
      cause,
      seconds: msOf(own) / 1000,
      count: starts.get(name)?.length ?? 0,
      lostPacks: lost.reduce<number | null>(
        (sum, packs) => (sum === null || packs === null ? null : sum + packs),
        0,
      ),
    }
  })
  causes.sort(
    (a, b) =>
      b.seconds - a.seconds ||
      b.count - a.count ||
      (a.group < b.group ? -1 : a.group > b.group ? 1 : a.cause < b.cause ? -1 : 1),
  )
  return { causes }
}
