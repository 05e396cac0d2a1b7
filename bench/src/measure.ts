import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPackboard } from '../../scripts/demo.mjs'

/** A directory of a measurement; deleted at the end of the block that uses it. */
export async function temporaryDirectory(name: string) {
  const path = await mkdtemp(join(tmpdir(), `packboard-${name}-`))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/**
 * A server on free ports with a directory of its own, which `prepare` fills; both are gone at the end of the block that uses it. With
 * `days` the plant of the demo sends so much history first (`historySent`).
 */
export async function serve<Prepared = undefined>(
  name: string,
  options: {
    readonly env?: Record<string, string>
    readonly days?: string
    prepare?(dataDir: string): Promise<Prepared>
  } = {},
) {
  const { env, days, prepare } = options
  const directory = await temporaryDirectory(name)
  const dataDir = directory.path
  const prepared = (await prepare?.(dataDir)) as Prepared
  const { promise: historySent, resolve } = Promise.withResolvers<void>()
  const packboard = await startPackboard({
    plant: days !== undefined,
    stdio: 'ignore',
    env: {
      ...{ PORT: '0', MQTT_PORT: '0', PACKBOARD_DATA: dataDir, LOG_LEVEL: 'error' },
      ...(days !== undefined && { DAYS: days }),
      ...env,
    },
    onPlant: (message) => message.type === 'history' && resolve(),
  })
  return {
    ...packboard,
    dataDir,
    /** What `prepare` returned. */
    prepared,
    historySent,
    async [Symbol.asyncDispose]() {
      await packboard.stop()
      await directory[Symbol.asyncDispose]()
    },
  }
}

/** The value that such a share of the values does not exceed; NaN where there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** What the machine does beside a measurement, as it stands behind its figures. */
export const load = (digits = 1): string => `load ${loadavg()[0]?.toFixed(digits)}`

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
