import type { DeviceVolume } from '@packboard/ingest'
import { type Management, type RateLimit, tokensLeft } from '@packboard/management'
import type { FastifyBaseLogger } from 'fastify'
import { sharedLimit } from '../http/tokenBucket.ts'

/** Bytes that are counted in the database at once: one statement for so many. */
const unitBytes = 4 * 1024 * 1024
const dayS = 86_400

/** So many megabytes at once and again so many a day, as units that are counted. */
function volumeLimit(megabytesPerDay: number): RateLimit {
  const burst = Math.max(1, Math.floor((megabytesPerDay * 1024 * 1024) / unitBytes))
  return { name: 'device volume', burst, perSecond: burst / dayS }
}

/** What these devices have used up of what they may send, in megabytes; absent where it is nothing. */
export async function usedVolumes(
  management: Management,
  megabytesPerDay: number,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const limit = volumeLimit(megabytesPerDay)
  const left = await tokensLeft(management, limit, deviceIds.map(String))
  return new Map(
    [...left].map(([id, tokens]) => [
      Number(id),
      ((limit.burst - tokens) * unitBytes) / (1024 * 1024),
    ]),
  )
}

/**
 * What each device may send: so many megabytes at once, and again so many a day (D84). Counted in PostgreSQL, for all
 * servers together and over restarts; a stop of this one forgets at most the last four megabytes of each device.
 */
export function deviceVolume(
  deps: {
    readonly management: Management
    readonly log: FastifyBaseLogger
    readonly now: () => number
  },
  megabytesPerDay: () => number,
): DeviceVolume {
  const limitOf = (megabytes: number) => ({
    megabytes,
    ...sharedLimit(deps, volumeLimit(megabytes)),
  })
  let known = limitOf(megabytesPerDay())
  /** The limit in force: after a change all devices are judged by the new one. */
  const limit = () => {
    const megabytes = megabytesPerDay()
    if (megabytes !== known.megabytes) known = limitOf(megabytes)
    return known
  }
  const counted = new Map<number, number>()
  let refused = 0

  /** In the background: what a device sends meanwhile is accepted, and in order. */
  async function count(deviceId: number, units: number): Promise<void> {
    for (let taken = 0; taken < units; taken++) await limit().take(String(deviceId))
  }

  return {
    take(deviceId, bytes) {
      const wait = limit().wait(String(deviceId))
      if (wait > 0) {
        refused += 1
        return wait
      }
      const sum = (counted.get(deviceId) ?? 0) + bytes
      const units = Math.floor(sum / unitBytes)
      counted.set(deviceId, sum - units * unitBytes)
      if (units > 0) {
        count(deviceId, units).catch((error: unknown) => {
          deps.log.warn({ err: error, deviceId }, 'What a device sent could not be counted')
        })
      }
      return 0
    },
    wait: (deviceId) => limit().wait(String(deviceId)),
    figures: () => ({ refused, megabytesPerDay: megabytesPerDay() }),
  }
}
