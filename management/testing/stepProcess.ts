/**
 * Brings the management data of a directory up to date in a process of its own, for tests that kill it in a step:
 * `stepProcess.ts <directory> <step>`. It prints `engine <pid>` and, when the statements of the step have run and are not yet committed, `in the step`.
 */
import { argv, stdout } from 'node:process'
import { silentLog, startEngine } from '@packboard/engines/postgres'
import pg from 'pg'
import { migrate, migrations } from '../src/migrations/migrate.ts'

const [directory = '', version = ''] = argv.slice(2)
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
  migrations.map((step) =>
    step.version === Number(version) ? { ...step, sql: `${step.sql};\n${waits}` } : step,
  ),
)
say('done')
await pool.end()
await engine.close()
