import { rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { silentLog, startEngine } from '@packboard/engines/postgres'
import pg from 'pg'
import {
  columns,
  type Dialect,
  floats,
  inOrder,
  type LedgerRow,
  lineOf,
  type Peer,
  type Question,
  questionSql,
  type Step,
  steps,
  wholes,
  words,
} from './question.ts'

const clientId = 90
const tableOf = (step: Step) => `${step}_row`
/** Whole seconds and whole sums, so that no peer pays for a type that the question does not need. */
const columnTypes = (texts: string, whole: string, float: string) =>
  [
    'client_id integer',
    'machine_id integer',
    `began ${whole}`,
    'state integer',
    ...words.map((name) => `${name} ${texts}`),
    ...wholes.map((name) => `${name} ${whole}`),
    ...floats.map((name) => `${name} ${float}`),
  ].join(', ')

const plain = (step: Step): Dialect => ({
  table: tableOf(step),
  quotient: (dividend, divisor) => `${dividend} / ${divisor}`,
  instant: String,
  seconds: 'began',
  packs: (sum) => sum,
  speed: (sum) => sum,
})

/** The embedded PostgreSQL of the product with the settings that its makers advise for questions of this kind. */
export async function startPostgres(directory: string): Promise<Peer> {
  const engine = await startEngine(join(directory, 'postgres'), silentLog, {
    settings: {
      shared_buffers: '1GB',
      work_mem: '64MB',
      jit: 'off',
      max_wal_size: '4GB',
      random_page_cost: '1.1',
    },
  })
  const client = new pg.Client(engine.connection)
  await client.connect()
  for (const step of steps) {
    await client.query(
      `CREATE TABLE ${tableOf(step)} (${columnTypes('text', 'bigint', 'double precision')})`,
    )
  }
  const arrays = columns.map((name, i) => `$${i + 1}::${postgresArray(name)}`).join(', ')
  return {
    name: 'PostgreSQL',
    schema:
      'flat rows, index (client, machine, beginning), written in that order; shared_buffers 1 GB, work_mem 64 MB',
    async add(step, rows) {
      await client.query(
        `INSERT INTO ${tableOf(step)} SELECT ${clientId}, * FROM unnest(${arrays})`,
        columns.map((name) => rows.map((row) => row[name])),
      )
    },
    async filled() {
      for (const step of steps) {
        await client.query(`CREATE INDEX ON ${tableOf(step)} (client_id, machine_id, began)`)
        await client.query(`VACUUM ANALYZE ${tableOf(step)}`)
      }
    },
    async answer(question, step) {
      const { rows } = await client.query({
        text: questionSql(question, plain(step)),
        rowMode: 'array',
      })
      return inOrder(rows.map((row: unknown[]) => lineOf(...row)))
    },
    async close() {
      await client.end()
      await engine.close()
    },
  }
}

function postgresArray(name: (typeof columns)[number]): string {
  if ((words as readonly string[]).includes(name)) return 'text[]'
  if ((floats as readonly string[]).includes(name)) return 'double precision[]'
  return name === 'machine_id' || name === 'state' ? 'integer[]' : 'bigint[]'
}

/** The SQLite of Node. */
export async function startSqlite(directory: string): Promise<Peer> {
  const database = new DatabaseSync(join(directory, 'rows.sqlite'), { readBigInts: true })
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA cache_size = -1000000; PRAGMA mmap_size = 2000000000',
  )
  for (const step of steps) {
    const key = 'PRIMARY KEY (client_id, machine_id, began, row)'
    database.exec(
      `CREATE TABLE ${tableOf(step)} (${columnTypes('text', 'integer', 'real')}, row integer, ${key}) WITHOUT ROWID`,
    )
  }
  let written = 0
  const marks = columns.map(() => '?').join(', ')
  return {
    name: 'SQLite',
    schema:
      'flat rows in a table without rowid, key (client, machine, beginning); cache 1 GB, memory-mapped',
    async add(step, rows) {
      const insert = database.prepare(
        `INSERT INTO ${tableOf(step)} VALUES (${clientId}, ${marks}, ?)`,
      )
      database.exec('BEGIN')
      for (const row of rows) {
        written += 1
        insert.run(...columns.map((name) => row[name]), written)
      }
      database.exec('COMMIT')
    },
    async filled() {
      database.exec('ANALYZE')
    },
    async answer(question, step) {
      const found = database.prepare(questionSql(question, plain(step))).all()
      return inOrder(found.map((row) => lineOf(...Object.values(row))))
    },
    async close() {
      database.close()
    },
  }
}

/** What is used of `@duckdb/node-api`, which is no dependency of the product. */
type DuckDb = {
  DuckDBInstance: {
    create(
      path: string,
      options: Record<string, string>,
    ): Promise<{ connect(): Promise<DuckConnection>; closeSync(): void }>
  }
}
type DuckConnection = {
  run(sql: string): Promise<unknown>
  runAndReadAll(sql: string): Promise<{ getRows(): unknown[][] }>
  closeSync(): void
}

/** DuckDB from the folder that PACKBOARD_PEERS names. */
export async function startDuckDb(directory: string): Promise<Peer> {
  const packages = process.env.PACKBOARD_PEERS
  if (!packages) throw new Error('PACKBOARD_PEERS names no folder with @duckdb/node-api')
  const { DuckDBInstance }: DuckDb = createRequire(join(packages, 'package.json'))(
    '@duckdb/node-api',
  )
  const instance = await DuckDBInstance.create(join(directory, 'rows.duckdb'), { threads: '2' })
  const connection = await instance.connect()
  for (const step of steps) {
    await connection.run(
      `CREATE TABLE ${tableOf(step)} (${columnTypes('varchar', 'bigint', 'double')})`,
    )
  }
  const file = join(directory, 'rows.csv')
  return {
    name: 'DuckDB',
    schema:
      'flat rows written in the order (machine, beginning), so that its zone maps hold; 2 threads',
    async add(step, rows) {
      await writeFile(file, rows.map((row) => csvLine(row)).join(''))
      await connection.run(
        `COPY ${tableOf(step)} FROM '${file}' (FORMAT csv, HEADER false, NULLSTR '\\N')`,
      )
    },
    async filled() {
      await connection.run('CHECKPOINT')
      await rm(file, { force: true })
    },
    async answer(question: Question, step) {
      const dialect = { ...plain(step), quotient: (a: string, b: number) => `${a} // ${b}` }
      const answer = await connection.runAndReadAll(questionSql(question, dialect))
      return inOrder(answer.getRows().map((row) => lineOf(...row)))
    },
    async close() {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

const csvLine = (row: LedgerRow) =>
  `${[clientId, ...columns.map((name) => row[name] ?? '\\N')]
    .map((value) => (typeof value === 'string' && value !== '\\N' ? `"${value}"` : value))
    .join(',')}\n`
