import type { MachineStretch } from './machinePlace.ts'

/** Some of the stretches of a list, found by machine and instant. */
export type StretchesByMachine<Stretch> = {
  readonly isEmpty: boolean
  readonly stretches: readonly Stretch[]
  /** The places in the list of those that contain an instant. */
  at(machineId: number, instant: number): number[]
}

export function byMachine<Stretch extends MachineStretch>(
  list: readonly Stretch[],
  wanted: (index: number) => boolean,
): StretchesByMachine<Stretch> {
  const ofMachine = new Map<number, { stretch: Stretch; index: number; reaches: number }[]>()
  const stretches: Stretch[] = []
  list.forEach((stretch, index) => {
    if (!wanted(index)) return
    stretches.push(stretch)
    const own = ofMachine.get(stretch.machineId) ?? []
    own.push({ stretch, index, reaches: 0 })
    ofMachine.set(stretch.machineId, own)
  })
  for (const own of ofMachine.values()) {
    own.sort((a, b) => a.stretch.from - b.stretch.from)
    let reaches = Number.NEGATIVE_INFINITY
    for (const one of own) {
      reaches = Math.max(reaches, one.stretch.to ?? Number.POSITIVE_INFINITY)
      one.reaches = reaches
    }
  }
  return {
    isEmpty: stretches.length === 0,
    stretches,
    at(machineId, instant) {
      const own = ofMachine.get(machineId) ?? []
      const found: number[] = []
      // The last one that begins at or before the instant, and those before it that may still reach it.
      for (let place = lastFrom(own, instant); place >= 0; place -= 1) {
        const one = own[place]
        if (!one || one.reaches <= instant) break
        if (one.stretch.to === null || instant < one.stretch.to) found.push(one.index)
      }
      return found
    },
  }
}

function lastFrom(own: readonly { readonly stretch: MachineStretch }[], instant: number): number {
  let low = 0
  let high = own.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((own[middle]?.stretch.from ?? Number.POSITIVE_INFINITY) <= instant) low = middle + 1
    else high = middle
  }
  return low - 1
}
