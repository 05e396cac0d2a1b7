// `npm run test:release`: makes the archive and tries it as a stranger's machine would: unpacked into a read-only folder, by a user
// without rights, without a network. Prints sizes, times and memory. Needs root, to take all of that away.
import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { giveUp, root, run, say } from './steps.mjs'

const file = fileURLToPath(import.meta.url)
/** Of the user "nobody". */
const nobody = 65_534
const port = 8080
const patienceMs = 60_000
/** From here on the demo's processes only do what they do all day. */
const restMs = 60_000
const stopMs = 30_000
const lastMs = 3_000

const [inside, folder, home] = process.argv.slice(2)
if (inside === 'inside') {
  await tryInside()
  // What did not end by itself ends with its namespace.
  process.exit()
} else await prepare()

/** Makes and unpacks the archive, then goes on in namespaces of its own: no route leads out, and the folder is read-only. */
async function prepare() {
  if (process.getuid?.() !== 0)
    giveUp('the release is tried as root, which takes every right away.')
  if ((await run(process.execPath, [join(root, 'scripts/release.mjs')])) !== 0) process.exit(1)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const name = `packboard-${version}-linux-x64`
  const place = mkdtempSync(join(tmpdir(), 'packboard-release-'))
  try {
    command('chmod', ['755', place])
    command('sha256sum', ['--check', '--quiet', `${name}.tar.gz.sha256`], join(root, 'dist'))
    command('tar', ['-xzf', join(root, 'dist', `${name}.tar.gz`), '-C', place])
    const unpacked = join(place, name)
    command('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], unpacked)
    say('every file has its checksum')
    tryService(unpacked, place)
    const own = join(place, 'home')
    mkdirSync(own)
    command('chown', [`${nobody}:${nobody}`, own])
    const apart = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
    const words = [...apart, process.execPath, file, 'inside', unpacked, own]
    process.exitCode = await run('unshare', words)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** What systemd says of the unit, with the command where it is now. */
function tryService(unpacked, place) {
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) {
    return say('the service is not looked at, because there is no systemd-analyze')
  }
  const unit = join(place, 'packboard.service')
  const text = readFileSync(join(unpacked, 'deploy/packboard.service'), 'utf8')
  writeFileSync(unit, text.replaceAll('/opt/packboard', unpacked))
  const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  check('systemd takes the service', verified.status === 0 && verified.stderr === '')
  const words = ['security', '--offline=true', '--threshold=20', unit]
  const judged = spawnSync('systemd-analyze', words, { encoding: 'utf8' })
  console.log(judged.stdout.trim().split('\n').at(-1))
  check('its exposure is 2 of 10 at most', judged.status === 0)
}

async function tryInside() {
  command('mount', ['--bind', folder, folder])
  command('mount', ['-o', 'remount,ro,bind', folder])
  command('ip', ['link', 'set', 'lo', 'up'])
  const first = await start()
  const page = await fetch(`http://127.0.0.1:${port}/`)
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? ''
  const loaded = await fetch(`http://127.0.0.1:${port}${script}`)
  check('the screens are served', page.status === 200 && script !== '' && loaded.status === 200)
  let live = false
  for (const begin = performance.now(); !live && performance.now() - begin < patienceMs; ) {
    live = await areLive()
    await sleep(1_000)
  }
  check('the machines of the demo are live', live)
  await sleep(restMs)
  const memory = Math.round(memoryOf(processesOf(nobody)) / 1e6)
  await stop(first)
  const second = await start()
  await stop(second)
  // The script that ends PostgreSQL with its parent looks each second.
  await sleep(lastMs)
  const left = processesOf(nobody).map((pid) => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' '))
  check(`nothing runs any more ${left.join(', ')}`.trim(), left.length === 0)
  check('data lies in the home folder', existsSync(join(home, '.local/share/packboard/telemetry')))
  console.log(
    `first start ${first.seconds} s, second start ${second.seconds} s, memory of the demo after ${restMs / 1_000} s: ${memory} MB (with its simulated plant)`,
  )
}

async function start() {
  const begin = performance.now()
  const child = spawn(
    'setpriv',
    [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', './packboard', 'demo'],
    {
      cwd: folder,
      env: { HOME: home, PATH: '/usr/bin:/bin', PORT: String(port), LOG_LEVEL: 'warn' },
      stdio: 'inherit',
    },
  )
  const ended = new Promise((done) => child.once('exit', done))
  while (performance.now() - begin < patienceMs) {
    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined)
    if (ready?.ok) {
      return { child, ended, seconds: ((performance.now() - begin) / 1_000).toFixed(1) }
    }
    await sleep(100)
  }
  return giveUp('the release did not become ready.')
}

async function stop({ child, ended }) {
  child.kill('SIGTERM')
  const outcome = await Promise.race([ended, sleep(stopMs, 'late', { ref: false })])
  check('SIGTERM to the started process ends it in order', outcome === 0)
}

/** Signs in as a user of the demo does, and looks for a machine that reports. */
async function areLive() {
  const base = `http://127.0.0.1:${port}`
  const signedIn = await fetch(`${base}/api/auth/packboard-signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'packboard' }),
  })
  const { accessToken } = await signedIn.json()
  const end = new Date()
  const answer = await fetch(`${base}/api/admin/machinesData`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-token': accessToken },
    body: JSON.stringify({
      ...{ clientId: 1, initialReq: 'yes', machinesIdArray: ['FW-301'] },
      ...{
        start_date: new Date(end.getTime() - 600_000).toISOString(),
        end_date: end.toISOString(),
      },
    }),
  })
  const { dataArray = [] } = await answer.json()
  return dataArray.some(({ Status }) => Status === 'LIVE')
}

/** Of this namespace, whose processes are all that there are. One that has ended waits here for a parent that it has not. */
function processesOf(uid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const status = read(`/proc/${pid}/status`)
      const isOver = /^State:\tZ/m.test(status)
      return !isOver && Number(/^Uid:\t(\d+)/m.exec(status)?.[1]) === uid
    })
}

/** Bytes; what processes share is counted once. */
function memoryOf(pids) {
  const kilobytes = pids.map((pid) => /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1])
  return kilobytes.reduce((sum, one) => sum + Number(one ?? 0) * 1_024, 0)
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function check(what, good) {
  console.log(`${good ? 'passed' : 'FAILED'}: ${what}`)
  if (!good) process.exitCode = 1
}

function command(program, args, cwd) {
  const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) giveUp(`${program} ${args.join(' ')} failed: ${stderr}`)
}
