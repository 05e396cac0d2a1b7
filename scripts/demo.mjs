// Starts the server and, for the demo, the virtual plant beside it: two processes that communicate only through the
// public API and the broker.
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { root, runtime } from './steps.mjs'

/** The footer of the demo's provider; a real one sets its own (D56). */
const demoLinks = [
  'Machines=https://example.com/machines',
  'Service and spares=https://example.com/service',
  'About us=https://example.com/about',
  'Contact=https://example.com/contact',
].join(';')

/**
 * Records live as long as a commit: with Node's small default for young objects a quarter of the server's time was
 * spent on copying them while an import ran.
 */
const source = () => ({ execPath: runtime(), execArgv: ['--max-semi-space-size=64'], cwd: root })

/**
 * Resolves when the server answers. `env` is added to ours; `onPlant` receives the messages of the plant (see
 * demo.d.mts). `demo: false` starts an empty installation, `plant: false` the demo's clients and machines without the
 * virtual plant. `endsWith` is a process whose end is also the server's. `greets`: the server says in plain words where it is. `adopt` joins two stores that are not halves of one installation (docs/operations/backup.md).
 */
export async function startPackboard({
  env = {},
  demo = true,
  adopt = false,
  rebuildHours = false,
  greets = false,
  endsWith,
  plant = demo,
  stdio = 'inherit',
  onPlant,
} = {}) {
  const environment = { ...(demo && { PROVIDER_LINKS: demoLinks }), ...process.env, ...env }
  const server = fork(serverFile, argumentsOf({ demo, adopt, rebuildHours, greets, endsWith }), {
    ...source(),
    env: environment,
    stdio: [...ioOf(stdio), 'ipc'],
  })
  const exited = new Promise((done) => server.once('exit', (code) => done(code ?? 1)))
  const ready = await Promise.race([
    new Promise((done) => {
      server.on('message', (message) => message?.type === 'ready' && done(message))
    }),
    exited.then((code) => {
      throw Object.assign(new Error('the server ended before it was ready'), { exitCode: code })
    }),
  ])
  const machines = plant
    ? fork(join(root, 'plant/src/main.ts'), [], {
        ...source(),
        env: {
          ...environment,
          PACKBOARD_URL: ready.url,
          MQTT_URL: `mqtt://127.0.0.1:${ready.mqttPort}`,
        },
        stdio: [...ioOf(stdio), 'ipc'],
      })
    : undefined
  if (onPlant) machines?.on('message', onPlant)
  // The screens show it (Notices.tsx): the server knows of the plant only what it sends.
  const showHistory = (share) => server.connected && server.send({ type: 'history', share })
  machines?.on('message', ({ type, share }) => {
    if (type === 'progress') showHistory(Math.floor(share * 100) / 100)
    if (type === 'history' || type === 'failed') showHistory(null)
  })
  machines?.once('exit', () => showHistory(null))

  return {
    url: ready.url,
    mqttPort: ready.mqttPort,
    server,
    plant: machines,
    exited,
    async stop() {
      await end(machines)
      await end(server)
    },
  }
}

/**
 * Makes this process the server, with the same process id, so that a supervisor stops what it started (D88). Returns
 * where Node cannot do that, or is too old for the server.
 */
export function becomeServer(options) {
  if (!process.execve || runtime() !== process.execPath) return
  // It says that the function is experimental, on the first line of the log.
  process.removeAllListeners('warning')
  const { execPath, execArgv } = source()
  process.chdir(root)
  process.execve(execPath, [execPath, ...execArgv, serverFile, ...argumentsOf(options)])
}

const serverFile = join(root, 'server/src/main.ts')

const argumentsOf = ({
  demo = false,
  adopt = false,
  rebuildHours = false,
  greets = false,
  endsWith,
}) => [
  ...(demo ? ['--demo'] : []),
  ...(adopt ? ['--adopt'] : []),
  ...(rebuildHours ? ['--rebuild-hours'] : []),
  ...(greets ? ['--greet'] : []),
  ...(endsWith === undefined ? [] : [`--ends-with=${endsWith}`]),
]

const ioOf = (stdio) => [stdio === 'inherit' ? 'inherit' : 'ignore', stdio, stdio]

function end(child) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  return new Promise((done) => {
    child.once('exit', done)
    if (!child.connected) return
    // Not a signal: a supervisor may send its own to every process, and the same one twice means at once.
    child.disconnect()
  })
}
