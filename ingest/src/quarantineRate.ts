/**
 * Wrong records of one device that are read at once, and then so many a second: each costs more than a good one, and
 * what they say is known after a few. A day of a machine that sends a wrong record every five seconds passes at once.
 */
export const quarantineBurst = 20_000
export const quarantinedPerSecond = 50
/** A longer wrong record counts as several. */
const bytesPerRecord = 1_000

/** How much a reading was; not the reading itself, which would have to be held until it is durable. */
export type ReadingSize = { readonly bytes: number; readonly records: number }

/** What each device may send of wrong records, in this process (D84). */
export type QuarantineRate = ReturnType<typeof createQuarantineRate>

/** A bucket for each device that sent wrong records lately; a full one is forgotten. */
export function createQuarantineRate(now: () => number) {
  const used = new Map<number, { units: number; at: number }>()
  let refused = 0

  /** What of the burst is used up, after what the time since then has given back. */
  function unitsOf(deviceId: number): number {
    const known = used.get(deviceId)
    if (!known) return 0
    const givenBack = (Math.max(0, now() - known.at) / 1_000) * quarantinedPerSecond
    const units = known.units - givenBack
    if (units > 0) return units
    used.delete(deviceId)
    return 0
  }

  const secondsOver = (units: number) =>
    units < quarantineBurst ? 0 : Math.ceil((units - quarantineBurst + 1) / quarantinedPerSecond)

  return {
    /** 0, or the whole seconds after which this device may send again; counted as a refusal then. */
    wait(deviceId: number): number {
      const seconds = secondsOver(unitsOf(deviceId))
      if (seconds > 0) refused += 1
      return seconds
    },

    /** Counts what was wrong in a reading; what was wrong before it was known has passed. */
    count(deviceId: number, { bytes, records }: ReadingSize, quarantined: number) {
      if (quarantined === 0) return
      const wrongBytes = (bytes * quarantined) / records
      const more = Math.max(quarantined, Math.ceil(wrongBytes / bytesPerRecord))
      used.set(deviceId, { units: unitsOf(deviceId) + more, at: now() })
    },

    /** Devices that have to wait now. */
    slowed: (): number[] => [...used.keys()].filter((id) => secondsOver(unitsOf(id)) > 0),
    figures: () => ({ refused }),
  }
}
