import type { ClickHouseClient } from '@clickhouse/client'
import type { Telemetry } from '../src/store.ts'

type LosingAnswers = {
  /** The tables of which the first insert had no answer, in their order. */
  readonly lost: readonly string[]
  end(): void
}

/**
 * From now on the first insert into each table gets no answer. Its rows are there; or, with `unstored`, those are gone that
 * meet this condition of the engine's SQL, while the engine still knows the token: as after a kill between the two.
 */
export function losingAnswers({ context }: Telemetry, unstored?: string): LosingAnswers {
  const lost: string[] = []
  const { connection } = context
  const real = connection.writer
  connection.writer = () => losing(real(), lost, unstored)
  return {
    lost,
    end: () => {
      connection.writer = real
    },
  }
}

function losing(client: ClickHouseClient, lost: string[], unstored?: string): ClickHouseClient {
  return new Proxy(client, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target)
      if (typeof value !== 'function') return value
      if (property !== 'exec') return value.bind(target)
      return async (params: { query: string }) => {
        const answer: unknown = await value.call(target, params)
        const table = /INSERT INTO (\S+)/.exec(params.query)?.[1] ?? ''
        if (lost.includes(table)) return answer
        lost.push(table)
        if (unstored !== undefined) {
          await target.command({
            query: `ALTER TABLE ${table} DELETE WHERE ${unstored}`,
            clickhouse_settings: { mutations_sync: '1' },
          })
        }
        throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
      }
    },
  })
}
