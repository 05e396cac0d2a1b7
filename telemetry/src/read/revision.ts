import type { Telemetry } from '../store.ts'

/** The number of the newest durable batch: what an answer that is given now has seen. */
export function revision({ context }: Telemetry): Promise<bigint> {
  return Promise.resolve(context.counters.revision)
}
