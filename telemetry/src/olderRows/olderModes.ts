import { setTimeout as sleep } from 'node:timers/promises'
import { plainUnitModes } from '@packboard/model'
import { z } from 'zod'
import { bulkLimits, select, selectRows } from '../clickhouse/select.ts'
import type { Service } from '../context.ts'
import { spanOfMonth } from '../damagedMonths.ts'
import type { Ledger, OpenContext } from '../ledger/ledger.ts'
import type { Extent } from '../ledger/store/extents.ts'
import { monthRow } from './monthRow.ts'

/** How long everything else has the engine between two months, and between two pieces of one. */
const restMs = { month: 1_000, piece: 50 }
/** Hours of machines that are computed in one piece, some half a second: a question about them waits for no more than that. */
const hoursOfPiece = 48
/** After a failure. */
const pauseMs = { first: 2_000, longest: 10 * 60_000 }

const doneSql = "SELECT count() AS done FROM ledger_position WHERE name = 'modes'"
const monthsSql = 'SELECT DISTINCT toUInt32(_partition_id) AS month FROM sample'

const touchedSql = `
  SELECT client_id AS clientId, machine_id AS machineId, toDateTime64(toStartOfHour(at), 3, 'UTC') AS start,
    min(at) AS oldest, max(at) AS newest
  FROM sample
  WHERE at >= {from:DateTime64(3,'UTC')} AND at < {to:DateTime64(3,'UTC')}
    AND unit_mode IS NOT NULL AND lower(trim(BOTH ' ' FROM unit_mode)) NOT IN {plain:Array(String)}
  GROUP BY client_id, machine_id, start
  ORDER BY client_id, machine_id, start
`
const touchedColumns = {
  clientId: 'UInt32',
  machineId: 'UInt32',
  start: 'DateTime64',
  oldest: 'DateTime64',
  newest: 'DateTime64',
} as const

/**
 * Computes the minutes in which machines sent another unit mode than production before the ledger knew modes (decision 60): once, in the
 * background, month by month, the newest first. Figures are those of before meanwhile. What a stop leaves, the next start begins anew, which
 * changes nothing where it was done.
 */
class OlderModes implements Service {
  readonly #context: OpenContext
  readonly #ledger: Ledger
  readonly #stopped = new AbortController()
  readonly #running: Promise<void>

  constructor(context: OpenContext) {
    this.#context = context
    this.#ledger = context.ledger
    this.#running = this.#run()
  }

  settled(): Promise<void> {
    return this.#running
  }

  async close(): Promise<void> {
    this.#stopped.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    let pause = pauseMs.first
    while (!signal.aborted) {
      try {
        if (await this.#isDone()) return
        await this.#fill()
      } catch (error) {
        if (signal.aborted) return
        this.#context.log.warn({ err: error }, 'Older unit modes could not be read; trying again')
        await this.#rest(pause)
        pause = Math.min(pause * 2, pauseMs.longest)
      }
    }
  }

  async #isDone(): Promise<boolean> {
    const row = z.object({ done: z.coerce.number() })
    const [found] = await select(this.#context, {
      name: 'olderModes.done',
      sql: doneSql,
      params: {},
      row,
    })
    return (found?.done ?? 0) > 0
  }

  async #fill(): Promise<void> {
    const { signal } = this.#stopped
    const rows = await select(this.#context, {
      name: 'olderModes.months',
      sql: monthsSql,
      params: {},
      limits: bulkLimits,
      row: monthRow,
    })
    const months = rows.map(({ month }) => month).sort((a, b) => b - a)
    for (const month of months) {
      const touched = await this.#touched(month)
      if (touched.length > 0) {
        this.#context.log.info({ month }, 'Minutes of other unit modes are being computed')
        for (let begin = 0; begin < touched.length; begin += hoursOfPiece) {
          await this.#ledger.computeAnew(touched.slice(begin, begin + hoursOfPiece))
          signal.throwIfAborted()
          await this.#rest(restMs.piece)
        }
        await this.#rest(restMs.month)
      }
      signal.throwIfAborted()
    }
    await this.#context.connection.writer().insert({
      table: 'ledger_position',
      columns: ['name', 'batch'],
      values: [['modes', '1']],
      format: 'JSONCompactEachRow',
      clickhouse_settings: { log_comment: 'olderModes.write', insert_deduplicate: 0 },
    })
  }

  async #touched(month: number): Promise<Extent[]> {
    const { from, to } = spanOfMonth(month)
    const params = { from: new Date(from), to: new Date(to), plain: plainUnitModes }
    const touched: Extent[] = []
    await selectRows(
      this.#context,
      { name: 'olderModes.touched', sql: touchedSql, params, columns: touchedColumns },
      (rows) => {
        touched.push(...rows)
      },
    )
    return touched
  }

  async #rest(ms: number): Promise<void> {
    const { signal } = this.#stopped
    await sleep(ms, undefined, { ref: false, signal }).catch(() => {})
  }
}

export async function openOlderModes(context: OpenContext): Promise<Service> {
  return new OlderModes(context)
}
