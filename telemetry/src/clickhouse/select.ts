import { randomUUID } from 'node:crypto'
import type { ClickHouseSettings } from '@clickhouse/client'
import { hasTooManyRows, isBusy, isUnclear } from '@packboard/engines/clickhouse'
import { AppError, errorCatalogue, isDiskFull } from '@packboard/model'
import { z } from 'zod'
import type { TelemetryContext } from '../context.ts'
import { spanOfMonth } from '../damagedMonths.ts'
import type { ParamsOf } from './paramsOf.ts'
import { currentQuestion } from './question.ts'
import { type Columns, type RowOf, readRows } from './readRows.ts'

/** Limits of a query; reaching one stops it in the engine (D55). */
type Limits = {
  readonly seconds: number
  readonly memoryBytes: number
  readonly resultRows: number
  readonly readRows: number
}

/** For a screen: it waits seconds, not minutes, and draws thousands of points, not millions. */
export const screenLimits: Limits = {
  seconds: 15,
  memoryBytes: 1_000_000_000,
  resultRows: 200_000,
  readRows: 2_000_000_000,
}

/** For reading raw rows in bulk, as the ledger does. */
export const bulkLimits: Limits = {
  seconds: 60,
  memoryBytes: 2_000_000_000,
  resultRows: 50_000_000,
  readRows: 20_000_000_000,
}

type Requested<Sql extends string> = {
  /** Sent to the engine with the query, so that a slow chart can be traced to its file. */
  readonly name: string
  /** One constant text; values are sent apart from it, typed by the engine (M9). */
  readonly sql: Sql
  readonly params: ParamsOf<Sql> & object
  readonly limits?: Limits
  /** More groups than this are `answer.tooManyRows`, as soon as the engine has found them. */
  readonly mostGroups?: number
  /** Nobody waits for it: it gives way to questions. */
  readonly background?: true
  /** Its parameters hold a key: they stand in no address, and an engine that logs its statements leaves it out. */
  readonly secret?: true
}

type Question<Sql extends string, Row extends z.ZodType> = Requested<Sql> & {
  readonly row: Row
}

/**
 * Sends one query to the engine; the answer's rows are checked by `row`. Whole numbers of 64 bits and decimals arrive as
 * text, so that no digit is lost: read them with `z.coerce`.
 */
export async function select<const Sql extends string, Row extends z.ZodType>(
  context: TelemetryContext,
  question: Question<Sql, Row>,
): Promise<z.output<Row>[]> {
  return ask(context, question, screenLimits, async (request) => {
    const answer = await context.connection.reader().query({ ...request, format: 'JSONEachRow' })
    return z.array(question.row).parse(await answer.json())
  })
}

type BulkQuestion<Sql extends string, C extends Columns> = Requested<Sql> & {
  /** The columns of the answer, in order, by the engine's own type names; a DateTime64 arrives as ms since 1970. */
  readonly columns: C
}

/**
 * Reads many rows, in pieces as they arrive. zod does not check each row: the engine sends the names and types of
 * the columns first, they are compared with `columns` once, and the binary form leaves no room for anything else.
 */
export async function selectRows<const Sql extends string, const C extends Columns>(
  context: TelemetryContext,
  question: BulkQuestion<Sql, C>,
  take: (rows: RowOf<C>[]) => void | Promise<void>,
): Promise<void> {
  return ask(context, question, bulkLimits, async (request) => {
    const answer = await context.connection.reader().exec({
      ...request,
      query: `${request.query}\nFORMAT RowBinaryWithNamesAndTypes`,
    })
    await readRows(answer.stream, question.columns, take)
  })
}

/** The same as a list: for answers that are known to be short. */
export async function selectAll<const Sql extends string, const C extends Columns>(
  context: TelemetryContext,
  question: BulkQuestion<Sql, C>,
): Promise<RowOf<C>[]> {
  const all: RowOf<C>[] = []
  await selectRows(context, question, (rows) => {
    for (const row of rows) all.push(row)
  })
  return all
}

type Request = {
  query: string
  query_params: Record<string, unknown>
  query_id: string
  use_multipart_params?: boolean
  clickhouse_settings: ClickHouseSettings
}

/** Every query goes through here: limits, read-only, its name, its cancellation when its question has ended. */
async function ask<Answer, Sql extends string>(
  context: TelemetryContext,
  { name, sql, params, limits, mostGroups, background, secret }: Requested<Sql>,
  defaults: Limits,
  run: (request: Request) => Promise<Answer>,
): Promise<Answer> {
  const question = isRead(name) ? currentQuestion() : undefined
  const signal = question?.ended
  signal?.throwIfAborted()
  const id = randomUUID()
  const stop = () => void kill(context, id)
  signal?.addEventListener('abort', stop, { once: true })
  const begin = performance.now()
  try {
    return await run({
      query: sql,
      query_params: encodeTimes(params),
      query_id: id,
      ...(secret && { use_multipart_params: true }),
      clickhouse_settings: {
        ...settingsOf(name, limits ?? defaults),
        ...((isRead(name) || background) && shareOf(background ?? question?.long === true)),
        ...(secret && { log_queries: 0 }),
        ...(mostGroups && {
          max_rows_to_group_by: String(mostGroups),
          group_by_overflow_mode: 'throw',
        }),
      },
    })
  } catch (error) {
    signal?.throwIfAborted()
    // The reader had enough: its own refusal, no failure of the engine.
    if (error instanceof AppError) throw error
    if (mostGroups && hasTooManyRows(error)) throw new AppError('answer.tooManyRows')
    context.counters.readsFailed += 1
    const damaged = context.damage.noticed(error)
    if (damaged)
      throw new AppError('records.damaged', { cause: error, message: incomplete(damaged.month) })
    if (isDiskFull(error)) {
      context.log.warn({ err: error, question: name }, 'The disk is too full to answer a question')
      throw new AppError('store.full', { cause: error, retryAfter: 30 })
    }
    if (isBusy(error) || isUnclear(error)) {
      context.log.warn({ err: error, question: name }, 'The engine could not answer a question')
      throw new AppError('store.busy', { cause: error, retryAfter: 5 })
    }
    throw new Error(`The question ${name} failed`, { cause: error })
  } finally {
    signal?.removeEventListener('abort', stop)
    context.counters.reads += 1
    const ms = performance.now() - begin
    context.counters.readMs += ms
    context.questions.note(name, context.now(), ms)
  }
}

/** The month alone: which records are in it is nothing for the caller. */
function incomplete(month: number): string {
  if (month === 0) return errorCatalogue['records.damaged'].message
  const { from } = spanOfMonth(month)
  const name = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return `Figures of ${name.format(from)} cannot be read: their records are damaged.`
}

function settingsOf(name: string, limits: Limits): ClickHouseSettings {
  return {
    readonly: '1',
    log_comment: name,
    max_execution_time: limits.seconds,
    timeout_overflow_mode: 'throw',
    max_memory_usage: String(limits.memoryBytes),
    max_result_rows: String(limits.resultRows),
    result_overflow_mode: 'throw',
    max_rows_to_read: String(limits.readRows),
    read_overflow_mode: 'throw',
    session_timezone: 'UTC',
    date_time_output_format: 'iso',
    output_format_json_quote_64bit_integers: 1,
    output_format_json_quote_decimals: 1,
    cancel_http_readonly_queries_on_client_close: 1,
  }
}

/** A query of a caller's question; all others are our own work: the ledger, writing, watching. */
const isRead = (name: string) => name.startsWith('read.')

/** A long query looks after each block whether it has to wait: blocks of the ordinary size take it a tenth of a second. */
const longBlockRows = '8192'

/**
 * Of the engine's processor time. The higher the number the later: a query waits while one with a lower number runs, a
 * second at most at a time. Our own work has none and never waits.
 */
function shareOf(long: boolean): ClickHouseSettings {
  return long ? { priority: '2', max_threads: 1, max_block_size: longBlockRows } : { priority: '1' }
}

/** A closed socket alone does not stop a query; this does. */
async function kill(context: TelemetryContext, id: string): Promise<void> {
  try {
    await context.connection.writer().command({
      query: 'KILL QUERY WHERE query_id = {id:String} ASYNC',
      query_params: { id },
    })
  } catch (error) {
    context.log.warn({ err: error }, 'A question could not be stopped')
  }
}

/** Times are sent as text: a Date of the client loses its milliseconds on some paths. */
export function encodeTimes(params: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, encode(value)]))
}

function encode(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString().replace('T', ' ').replace('Z', '')
  return Array.isArray(value) ? value.map(encode) : value
}
