import { fileURLToPath } from 'node:url'
import { type Config, readConfig } from './config.ts'
import { createLog } from './http/log.ts'
import { type Exit, exitCodes, exitOf } from './startup/exits.ts'
import { type RunningServer, startServer } from './startup/startServer.ts'

/** Where the build of the screens lies beside this room. */
const webDir = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** A log that nobody reads any more is no reason to stop taking records in (F62). */
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

const demo = process.argv.includes('--demo')
const config = settings()
const log = createLog(config.logLevel)
let stopping: NodeJS.Signals | 'ordered' | undefined

const starting = startServer({ config, demo, log, webDir })
starting.then(
  ({ url, mqttPort }) => {
    log.info({ url, mqttPort, demo }, 'ready')
    process.send?.({ type: 'ready', url, mqttPort })
  },
  (error: unknown) => {
    const exit = exitOf(error, config.dataDir)
    if (exit) end(exit)
    log.fatal({ err: error }, 'not started')
    end({
      code: exitCodes.other,
      sentence: 'Packboard could not start; the last line of its log says why.',
    })
  },
)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // The same word twice means at once. Another one does not: Ctrl-C reaches the start script, too, which then sends its own.
    if (stopping === signal) process.exit(exitCodes.other)
    stop(signal)
  })
}
// Whoever started us is gone: so is whoever would have stopped us.
process.on('disconnect', () => stop('ordered'))

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    log.fatal({ err: error }, 'something unforeseen happened; stopping')
    stop('ordered', exitCodes.other)
  })
}

function stop(why: NodeJS.Signals | 'ordered', code = 0) {
  if (stopping) return
  stopping = why
  log.info({ why }, 'stopping')
  starting
    .then((server: RunningServer) => server.stop())
    .then(
      () => {
        log.info('stopped')
        process.exit(code)
      },
      () => process.exit(code || exitCodes.other),
    )
}

function settings(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    const exit = exitOf(error, '')
    if (exit) end(exit)
    throw error
  }
}

function end({ code, sentence }: Exit): never {
  console.error(`packboard: ${sentence}`)
  process.exit(code)
}
