/**
 * Takes the steps of `tinySteps.ts` in the management data of a directory in a process of its own, for tests that kill it in the last one:
 * `stepProcess.ts <directory>`. It prints `engine <pid>` and, when the statements of the step have run and are not yet committed, `in the step`.
 */
import { argv, stdout } from 'node:process'
import { silentLog, startEngine } from '@packboard/engines/postgres'
import pg from 'pg'
import { migrate } from '../src/migrations/migrate.ts'
import { tinySteps } from './tinySteps.ts'

const [directory = ''] = argv.slice(2)
const reached = 'in the step'
const say = (line: string) => stdout.write(`${line}\n`)
const engine = await startEngine(directory, silentLog)
say(`engine ${engine.pid()}`)
const pool = new pg.Pool(engine.connection)
pool.on('connect', (client) =>
  client.on('notice', ({ message }) => {
    if (message === reached) say(reached)
  }),
)
const waits = `do $$ begin raise notice '${reached}'; perform pg_sleep(60); end $$;`
await migrate(
  pool,
  tinySteps.map((step) =>
    step.version === tinySteps.length ? { ...step, sql: `${step.sql}\n${waits}` } : step,
  ),
)
say('done')
await pool.end()
await engine.close()
