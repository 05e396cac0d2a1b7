import { exitCodes, exitOf } from '../program/exits.ts'

type Places = {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  readonly clickhouseUrls: readonly string[]
}

/** The PostgreSQL of DATABASE_URL is not reached, or refuses. */
class DatabaseNotReached extends Error {
  constructor(cause: unknown) {
    super(
      `PostgreSQL of DATABASE_URL cannot be used (${reasonOf(cause)}); start it or correct DATABASE_URL, and start again.`,
      { cause },
    )
    this.name = 'DatabaseNotReached'
  }
}

/** ClickHouse is not reached, or cannot open the records. */
class RecordsNotOpened extends Error {
  constructor(cause: unknown, { dataDir, clickhouseUrls }: Places) {
    super(
      clickhouseUrls.length > 0
        ? `The records on the server of CLICKHOUSE_URL cannot be opened (${reasonOf(cause)}); start it or correct CLICKHOUSE_URL, and start again.`
        : `ClickHouse cannot open the records in ${dataDir} (${reasonOf(cause)}); if their files are damaged, restore the whole data directory from a backup.`,
      { cause },
    )
    this.name = 'RecordsNotOpened'
  }
}

/** What a failure to open the management store is for a supervisor: what has an exit code of its own stays what it is. */
export function managementFailure(error: unknown, { databaseUrl }: Places): unknown {
  if (databaseUrl === undefined || isOfOthers(error) || isAbort(error)) return error
  return new DatabaseNotReached(error)
}

/** The same of the records. */
export function recordsFailure(error: unknown, places: Places): unknown {
  if (isOfOthers(error) || isAbort(error)) return error
  const isOwn = places.clickhouseUrls.length === 0
  return isOwn && exitOf(error, places.dataDir) ? error : new RecordsNotOpened(error, places)
}

const ofOthers: readonly number[] = [exitCodes.newerData, exitCodes.storesDisagree]
/** Of a newer version, or of another installation. */
const isOfOthers = (error: unknown) => ofOthers.includes(exitOf(error, '')?.code ?? 0)
const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError'

/** The first line, which says it; ClickHouse goes on with where in its own code. */
function reasonOf(cause: unknown): string {
  const errors = cause instanceof AggregateError ? cause.errors : [cause]
  const [first] = errors
  const said = first instanceof Error ? first.message || first.name : String(first)
  return (said.split('\n', 1)[0] ?? '').slice(0, 300)
}
