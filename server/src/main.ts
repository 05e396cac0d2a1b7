import { fileURLToPath } from 'node:url'
import { isOfClosedSession } from '@packboard/ingest'
import { pino } from 'pino'
import { z } from 'zod'
import { type Config, readConfig } from './config.ts'
import { type Exit, exitCodes, exitOf } from './program/exits.ts'
import { createLog, recentLog } from './program/log.ts'
import { isRunning } from './program/processFile.ts'
import { greeting } from './startup/greeting.ts'
import { type RunningServer, startServer } from './startup/startServer.ts'

/** The directory of the built screens. */
const webDir = fileURLToPath(new URL('../../web/dist', import.meta.url))
/** That of the built documentation. */
const docsDir = fileURLToPath(new URL('../../dist/docs', import.meta.url))

/** How often the process that this one ends with is looked for. */
const watchMs = 500

/**
 * The same signal that comes again within this time is the same wish: Ctrl-C reaches every process of the terminal, and npm sends it
 * to its own child once more.
 */
const oneWishMs = 1_000

/** A log without a reader must not stop the ingest of records (F62). */
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

const demo = process.argv.includes('--demo')
const adopt = process.argv.includes('--adopt')
const rebuildHours = process.argv.includes('--rebuild-hours')
const config = settings()
const recent = recentLog()
const log = createLog(config.logLevel, recent.before(pino.destination(1)))
let stopping: NodeJS.Signals | 'ordered' | undefined
let stoppingSince = 0

/** Aborted when a stop begins. */
const ending = new AbortController()

/** Sent by the parent process, which also runs the virtual plant. */
const historyMessage = z.object({
  type: z.literal('history'),
  share: z.number().min(0).max(1).nullable(),
})
let demoHistory: number | null = null
process.on('message', (message) => {
  const reported = historyMessage.safeParse(message).data
  if (reported) demoHistory = reported.share
})

const starting = startServer({
  config,
  demo,
  demoHistory: () => demoHistory,
  adopt,
  rebuildHours,
  log,
  recentLog: recent,
  webDir,
  docsDir,
  ending: ending.signal,
  // Nothing is closed in order: the next holder may be writing already.
  onCellLost: () =>
    end({
      code: exitCodes.cellLost,
      sentence: 'The cell of this process was taken over; start it again.',
    }),
})
starting.then(
  (running) => {
    const { url, mqttPort, mqttTlsPort } = running
    log.info({ url, mqttPort, mqttTlsPort, demo }, 'ready')
    if (process.argv.includes('--greet')) console.log(greeting(running, config))
    process.send?.({ type: 'ready', url, mqttPort, mqttTlsPort })
  },
  (error: unknown) => {
    if (stopping) process.exit(0)
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
    // The same signal twice stops at once. Another signal does not: Ctrl-C also reaches the start script, which then
    // sends its own signal.
    const again = stopping === signal && performance.now() - stoppingSince > oneWishMs
    if (again) process.exit(exitCodes.other)
    stop(signal)
  })
}
// The parent process has ended, so no process is left that would stop this one.
process.on('disconnect', () => stop('ordered'))
const endsWith = Number(argumentOf('--ends-with'))
if (endsWith > 0) {
  setInterval(() => isRunning(endsWith) || stop('ordered'), watchMs).unref()
}

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    if (isOfClosedSession(error)) {
      log.warn({ err: error }, 'A session of OPC UA ended while a message of it was read')
      return
    }
    log.fatal({ err: error }, 'An unexpected error happened; stopping')
    stop('ordered', exitCodes.other)
  })
}

function stop(why: NodeJS.Signals | 'ordered', code = 0) {
  if (stopping) return
  stopping = why
  stoppingSince = performance.now()
  ending.abort()
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

function argumentOf(name: string): string | undefined {
  return process.argv.find((argument) => argument.startsWith(`${name}=`))?.slice(name.length + 1)
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
