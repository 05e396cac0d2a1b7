import type { Telemetry } from '../store.ts'

/** The number of the newest durable batch: what an answer that is given now has seen. */
export function revision({ room }: Telemetry): Promise<bigint> {
  return Promise.resolve(room.counters.revision)
}
