import type { ContextTotal } from '@packboard/telemetry/read'

/** A row of the ledger's contexts for tests: machine 1 in Execute with nothing counted, except the given fields. */
export function contextOf(
  reported: Partial<Omit<ContextTotal, 'packs' | 'rejects'>> & {
    seconds?: number
    /** Whole packs and rejects. */
    packs?: number
    rejects?: number | null
  },
): ContextTotal {
  const { seconds = 0, packs = 0, rejects = null, ...rest } = reported
  return {
    machineId: 1,
    state: 10,
    category: 'run',
    product: 'A',
    tool: 'T',
    causeGroup: '',
    cause: '',
    ms: Math.round(seconds * 1000),
    stops: 0,
    ...rest,
    packs: nanos(packs),
    rejects: rejects === null ? null : nanos(rejects),
  }
}

const nanos = (count: number) => BigInt(Math.round(count * 1e9))
