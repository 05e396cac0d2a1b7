// Runs Packboard with its output on ours until a signal ends it: the same for a clone and for a release.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { becomeServer, startPackboard } from './demo.mjs'
import { giveUp, npmProcess, root, run, runtime, say } from './steps.mjs'

/** The plants that the demo can be made of. */
const plants = ['factory', 'faults']

/** The same signal again within this time is the same wish (server/src/main.ts). */
const oneWishMs = 1_000

/** Commands on an installation, whether its server runs or not. */
export const commands = [
  'backup',
  'restore',
  'check',
  'status',
  'rebuild',
  'rekey',
  'upgrade',
  'import-records',
]

/** Runs one of them and ends with its exit code. */
export function runCommand(command, args) {
  const file = join(root, 'server/src/command.ts')
  const child = spawn(runtime(), [file, command, ...args], { stdio: 'inherit' })
  // Ctrl-C reaches both; a signal to this process alone is passed on.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.once('error', (error) => giveUp(error.message))
  child.once('exit', (code) => process.exit(code ?? 1))
}

/** `packboard edge`: the recorder near the machines. It becomes this process where Node can do that, so that one is to be stopped. */
export function runEdge() {
  const file = join(root, 'edge/src/main.ts')
  if (process.execve && runtime() === process.execPath) {
    // It says that the function is experimental, on the first line of the log.
    process.removeAllListeners('warning')
    process.execve(process.execPath, [process.execPath, ...edgeOptions, file])
  }
  const child = spawn(runtime(), [...edgeOptions, file], { stdio: 'inherit' })
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.once('error', (error) => giveUp(error.message))
  child.once('exit', (code) => process.exit(code ?? 1))
}

/** Node says that its SQLite is experimental. */
const edgeOptions = ['--disable-warning=ExperimentalWarning']

/** What a person typed after the command; ends with a sentence where it is nothing that we know. */
export function optionsOf(args) {
  return {
    adopt: args.includes('--adopt'),
    rebuildHours: args.includes('--rebuild-hours'),
    plant: chosenPlant(args),
  }
}

/** `--plant factory` or `--plant faults`; undefined continues what is in the data directory. */
function chosenPlant(args) {
  const at = args.indexOf('--plant')
  const name = at < 0 ? process.env.PLANT : args[at + 1]
  if (at < 0 && !name) return undefined
  if (plants.includes(name)) return name
  return giveUp(
    `there is no plant "${name ?? ''}"; it is factory (a good one) or faults (for tests).`,
  )
}

/** `packboard support [file]`: calls the server that runs, in the folder where the person is. */
export function support(args) {
  const script = join(root, 'scripts/support.mjs')
  return run(runtime(), [script, ...args], { cwd: process.cwd() })
}

/** Starts it and says where it is. `serve` becomes the server where Node can do that, so that one process is to be stopped (D88). */
export async function runPackboard({ demo, adopt, rebuildHours, plant }) {
  let stopping = false
  let stoppingSince = 0
  say('starting the engines and the server ...')
  const endsWith = npmProcess()
  // In a terminal a person reads; elsewhere the log has one line of JSON for each event, and nothing else.
  const greets = !demo && process.stdout.isTTY === true
  if (!demo) becomeServer({ adopt, rebuildHours, greets, endsWith })
  const packboard = await startPackboard({
    demo,
    adopt,
    rebuildHours,
    greets,
    endsWith,
    env: plant ? { PLANT: plant } : {},
    onPlant: showProgress,
  }).catch((error) => {
    if (error.exitCode !== undefined) process.exit(error.exitCode)
    giveUp(error.message)
  })

  if (demo) {
    console.log(`
  Packboard is on  ${packboard.url}

  Demo accounts (password: packboard)
    admin         everything, picks any client
    distributor   the clients of one distributor
    clientadmin   one client, and its people
    engineer      one client, its lines and target speeds
    user          one client, dashboards only

  Machines publish on mqtt://127.0.0.1:${packboard.mqttPort} (user name: serial number, password: packboard)
  The demo's machines are simulated. Stop with Ctrl-C.
`)
  }

  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, async () => {
      // npm sends once more what Ctrl-C has sent to all; a person who does not want to wait needs longer.
      if (stopping && performance.now() - stoppingSince < oneWishMs) return
      if (stopping) process.exit(1)
      stopping = true
      stoppingSince = performance.now()
      say('stopping ...')
      await packboard.stop()
      process.exit(0)
    })
  }
  packboard.exited.then((code) => {
    if (!stopping) process.exit(code)
  })

  let lastShown = 0
  let liveSince = performance.now()
  function showProgress(message) {
    if (message.type === 'live') {
      liveSince = performance.now()
      say('the machines are live; their history is being written ...')
    }
    if (message.type === 'progress') {
      const percent = Math.floor(message.share * 100)
      if (percent < lastShown + 20) return
      lastShown = percent - (percent % 20)
      say(`history: ${percent} %`)
    }
    if (message.type === 'history' && message.records > 0) {
      const seconds = ((performance.now() - liveSince) / 1_000).toFixed(1)
      say(`history: complete, ${message.records.toLocaleString('en-GB')} records in ${seconds} s`)
    }
    if (message.type === 'refused') {
      stopping = true
      packboard.stop().then(() => giveUp(message.message))
    }
    if (message.type === 'setUpFailed') say(`the demo could not be set up: ${message.message}`)
    if (message.type === 'failed') say(`the plant could not write its history: ${message.message}`)
  }
}
