// `npm run test:release`: makes the archive and tries it as a stranger's machine would: unpacked into a read-only folder, by a user
// without rights, without a network. Prints sizes, times and memory. Needs root, to take all of that away.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compareWithFolder } from './billOfMaterials.mjs'
import { check, tryDemo } from './smoke.mjs'
import { giveUp, root, run, say } from './steps.mjs'

const file = fileURLToPath(import.meta.url)
/** Of the user "nobody". */
const nobody = 65_534

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
  // It is tried and not handed on.
  const signing = process.env.PACKBOARD_RELEASE_KEY ? [] : ['--unsigned']
  const words = [join(root, 'scripts/release.mjs'), ...signing]
  if ((await run(process.execPath, words)) !== 0) process.exit(1)
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
    const bill = JSON.parse(readFileSync(join(unpacked, 'sbom.cdx.json'), 'utf8'))
    const { unlisted, absent } = compareWithFolder(bill, unpacked)
    check(`the bill of materials lists every package ${unlisted.join(', ')}`, unlisted.length === 0)
    check(`every package of the bill is there ${absent.join(', ')}`, absent.length === 0)
    tryService(unpacked, place)
    await tryEdge(version, place)
    const own = join(place, 'home')
    mkdirSync(own)
    command('chown', [`${nobody}:${nobody}`, own])
    const apart = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
    const inner = [...apart, process.execPath, file, 'inside', unpacked, own]
    process.exitCode = await run('unshare', inner)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** The archive of the edge recorder: it starts, says that it is alone, and keeps a record that a machine sends. */
async function tryEdge(version, place) {
  const name = `packboard-edge-${version}-linux-x64`
  command('sha256sum', ['--check', '--quiet', `${name}.tar.gz.sha256`], join(root, 'dist'))
  command('tar', ['-xzf', join(root, 'dist', `${name}.tar.gz`), '-C', place])
  const unpacked = join(place, name)
  command('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], unpacked)
  const folder = join(place, 'edge')
  mkdirSync(folder, { mode: 0o700 })
  const token = 'a-secret-of-sixteen-or-more'
  const child = spawn(join(unpacked, 'packboard'), ['edge'], {
    env: {
      ...{ PATH: '/usr/bin:/bin', EDGE_DIR: folder, EDGE_LOCAL_TOKEN: token },
      ...{ EDGE_SERVER_URL: 'http://127.0.0.1:1', EDGE_TOKEN: 'gateway:token' },
      ...{ EDGE_HTTP_PORT: '0', EDGE_MQTT_PORT: '0' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise((done) => {
    let said = ''
    child.stdout.on('data', (text) => {
      said += text
      const ready = said.split('\n').find((line) => line.includes('"msg":"ready"'))
      if (ready) done(JSON.parse(ready).url)
    })
    child.once('exit', () => done(undefined))
  })
  check('the edge recorder starts from its own archive', url !== undefined)
  if (url === undefined) return
  const record = { kind: 'sample', serialNo: 'FW-101', time: new Date(), state: 'Execute' }
  const answer = await fetch(`${url}/api/ingest/records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-token': `plc:${token}` },
    body: JSON.stringify([record]),
  })
  const { accepted } = await answer.json()
  check('it keeps what a machine sends', answer.status === 200 && accepted === 1)
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  check('it ends in order', (await ended) === 0)
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
  const rights = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
  const env = { HOME: home, PATH: '/usr/bin:/bin', LOG_LEVEL: 'warn' }
  const launch = () =>
    spawn('setpriv', [...rights, './packboard', 'demo'], { cwd: folder, env, stdio: 'inherit' })
  await tryDemo(launch, nobody)
  check('data lies in the home folder', existsSync(join(home, '.local/share/packboard/telemetry')))
}

function command(program, args, cwd) {
  const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) giveUp(`${program} ${args.join(' ')} failed: ${stderr}`)
}
