import { isOfClosedSession } from '@packboard/ingest'
import { createLog, exitCodes, exitOf } from '@packboard/server/shared'
import { type EdgeConfig, readEdgeConfig } from './edgeConfig.ts'
import { startEdge } from './startEdge.ts'

/** A log without a reader must not stop the recording. */
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

const config = settings()
const log = createLog(config.logLevel)
const starting = startEdge({ config, log })
let stopping = false

starting.then(
  ({ url, mqttPort, mqttTlsPort }) => {
    log.info({ url, mqttPort, mqttTlsPort, name: config.name }, 'ready')
    process.send?.({ type: 'ready', url, mqttPort, mqttTlsPort })
  },
  (error: unknown) => {
    if (stopping) process.exit(0)
    log.fatal({ err: error }, 'not started')
    end(error)
  },
)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))
process.on('disconnect', () => stop(0))
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    if (isOfClosedSession(error)) {
      log.warn({ err: error }, 'A session of OPC UA ended while a message of it was read')
      return
    }
    log.fatal({ err: error }, 'An unexpected error happened; stopping')
    stop(exitCodes.other)
  })
}

function stop(code: number) {
  if (stopping) return
  stopping = true
  log.info({}, 'stopping')
  starting
    .then((edge) => edge.stop())
    .then(
      () => process.exit(code),
      () => process.exit(code || exitCodes.other),
    )
}

function settings(): EdgeConfig {
  try {
    return readEdgeConfig(process.env)
  } catch (error) {
    return end(error)
  }
}

function end(error: unknown): never {
  const isLocked = error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
  const exit = isLocked
    ? {
        code: exitCodes.dataInUse,
        sentence: 'Another edge recorder runs in this folder; stop it, or set EDGE_DIR to another.',
      }
    : exitOf(error, process.env.EDGE_DIR ?? '')
  console.error(
    `packboard edge: ${exit?.sentence ?? 'not started; the last line of its log says why.'}`,
  )
  process.exit(exit?.code ?? exitCodes.other)
}

/** https://www.sqlite.org/rescode.html#busy */
const sqliteBusy = 5
