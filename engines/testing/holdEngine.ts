import { silentLog } from '../src/engineLog.ts'
import { startEngine } from '../src/postgres/startEngine.ts'

/** A Packboard of its own process that only holds an engine; tests start it and kill it. Prints how its start went. */
const directory = process.argv[2]
if (!directory) throw new Error('Which directory?')
try {
  const engine = await startEngine(directory, silentLog)
  console.log(`postmaster ${engine.pid()}`)
  setInterval(() => undefined, 60_000)
} catch (error) {
  console.log(error instanceof Error ? `refused ${error.name}` : 'refused')
}
