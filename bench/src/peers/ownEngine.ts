import { type Connection, connect, silentLog } from '@packboard/engines/clickhouse'
import { flatRows, type LedgerRow, rowsSql, type Step } from './minuteRow.ts'
import { inOrder, lineOf, type Question } from './question.ts'
import { type Dialect, questionSql } from './questionSql.ts'

const dialect = (step: Step): Dialect => ({
  table: flatRows[step],
  quotient: (dividend, divisor) => `intDiv(${dividend}, ${divisor})`,
  instant: (seconds) => `toDateTime(${seconds}, 'UTC')`,
  seconds: 'toInt64(toUnixTimestamp(began))',
  packs: (sum) => `toInt64(${sum} * 1000000000)`,
  speed: (sum) => `toInt64(${sum} * 1000000)`,
})

/** The engine of the product, questioned without the server: what the server adds is the difference. */
export async function openOwnEngine(place: { dataDir: string; url: string; database: string }) {
  const connection: Connection = await connect({ ...place, log: silentLog })
  const query = async (sql: string) =>
    connection.writer().query({ query: sql, format: 'JSONCompactEachRow' })
  return {
    async answer(question: Question, step: Step) {
      const rows = await (await query(questionSql(question, dialect(step)))).json<unknown[]>()
      return inOrder(rows.map((row) => lineOf(...row)))
    },
    /** The rows that peers are filled with, one machine and some days at a time. */
    async rows(step: Step, machineId: number, from: number, to: number): Promise<LedgerRow[]> {
      const sql = rowsSql(step, machineId, from, to)
      const answer = await connection.writer().query({ query: sql, format: 'JSONEachRow' })
      return answer.json<LedgerRow>()
    },
    close: () => connection.close(),
  }
}

export type OwnEngine = Awaited<ReturnType<typeof openOwnEngine>>
