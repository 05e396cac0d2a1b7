// `npm run test:image`: builds the image twice (the same bytes), has skopeo and umoci read it, and runs its root by runc as Docker and
// Kubernetes would: its own user, no rights, read-only, no network route. Needs root (apt-get install mmdebstrap skopeo umoci runc).
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { imageName } from './image/buildImage.mjs'
import { userId } from './image/debianRoot.mjs'
import { check, memoryOf, nothingLeft, processesOf, ready, stop, tryDemo } from './smoke.mjs'
import { giveUp, root, run, say } from './steps.mjs'

const file = fileURLToPath(import.meta.url)
/** What the compose file and the chart give a container. */
const limits = { memoryBytes: 4 * 2 ** 30, processes: 1_000 }
const kills = 3

const [inside, place] = process.argv.slice(2)
if (inside === 'inside') {
  await tryInside()
  // What did not end by itself ends with its namespace.
  process.exit()
} else await prepare()

async function prepare() {
  if (process.getuid?.() !== 0) giveUp('the image is tried as root, which takes every right away.')
  for (const program of ['mmdebstrap', 'skopeo', 'umoci', 'runc']) {
    if (spawnSync(program, ['--version']).status !== 0) {
      giveUp(`${program} is missing; please run: apt-get install mmdebstrap skopeo umoci runc`)
    }
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const name = `packboard-${version}-linux-x64.oci.tar`
  const sums = []
  for (let turn = 0; turn < 2; turn += 1) {
    if ((await run(process.execPath, [join(root, 'scripts/image.mjs')])) !== 0) process.exit(1)
    sums.push(readFileSync(join(root, 'dist', `${name}.sha256`), 'utf8'))
  }
  check('two builds are the same bytes', sums[0] === sums[1])
  const folder = mkdtempSync(join(tmpdir(), 'packboard-image-'))
  try {
    command('chmod', ['711', folder])
    const archive = join(root, 'dist', name)
    const inspected = ['oci-archive', 'docker-archive'].map((form) =>
      JSON.parse(command('skopeo', ['inspect', `${form}:${archive}`])),
    )
    check(
      'skopeo reads it in both forms',
      inspected.every(({ Layers }) => Layers.length === 3),
    )
    const tags = command('skopeo', ['list-tags', `docker-archive:${archive}`])
    check('its name is in it', tags.includes(`${imageName}:${version}`))
    command('mkdir', [join(folder, 'layout')])
    command('tar', ['-xf', archive, '-C', join(folder, 'layout')])
    const from = `${join(folder, 'layout')}:${version}`
    command('umoci', ['unpack', '--image', from, join(folder, 'bundle')])
    say('umoci unpacked it')
    lookAt(join(folder, 'bundle/rootfs'))
    const apart = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
    const words = [...apart, process.execPath, file, 'inside', folder]
    if ((await run('unshare', words)) !== 0) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What no file of the root may be. */
function lookAt(rootfs) {
  const find = (...words) => command('find', [rootfs, '-xdev', ...words]).trim()
  const more = find('-type', 'f', '-perm', '/6000')
  check(`no program gives more rights than its caller has ${more}`.trim(), more === '')
  const open = find('-perm', '-o+w', '!', '-type', 'l', '!', '-perm', '-1000')
  check(`nobody else may write anywhere but in /tmp ${open}`.trim(), open === '')
  const own = find('-uid', String(userId), '-printf', '/%P\n')
  check('its user owns /data and nothing else', own === '/data')
}

async function tryInside() {
  command('ip', ['link', 'set', 'lo', 'up'])
  const size = command('du', ['--summarize', '--block-size=1000000', join(place, 'bundle/rootfs')])
  const onLoopback = ['HOST=', 'MQTT_HOST=', 'LOG_LEVEL=warn']
  await tryDemo(() => container('demo', { arguments: ['demo'], env: onLoopback }).child, userId)

  const env = ['PLAIN_ON_LAN=on', 'LOG_LEVEL=warn']
  const refused = container('plain', { env: [], data: 'none' }).child
  check('off loopback it does not start without TLS (exit code 2)', (await codeOf(refused)) === 2)
  const first = container('first', { env, data: 'shared' })
  const running = await ready(first.child)
  const health = spawnSync('runc', ['exec', 'first', '/opt/packboard/packboard', 'health'])
  check('its health check says yes', health.status === 0)
  const second = container('second', { env, data: 'shared', ownNetwork: true }).child
  check('a second one on the same volume is refused (exit code 4)', (await codeOf(second)) === 4)
  check('the first one is still ready', await isReady())

  // Of what a killed engine leaves, process 1 takes the ends in.
  const engine = processesOf(userId).find((pid) => commandOf(pid).includes('/bin/postgres'))
  process.kill(Number(engine), 'SIGKILL')
  await sleep(1_000)
  for (let tries = 0; tries < 300 && !(await isReady()); tries += 1) await sleep(100)
  check(`no ended process waits for its parent ${zombies()}`.trim(), zombies().length === 0)
  check('it is ready again after its PostgreSQL was killed', await isReady())
  const memory = Math.round(memoryOf(processesOf(userId)) / 1e6)

  let last = running
  for (let turn = 1; turn <= kills; turn += 1) {
    command('runc', ['kill', turn === 1 ? 'first' : `again${turn - 1}`, 'KILL'])
    await last.ended
    last = await ready(container(`again${turn}`, { env, data: 'shared' }).child)
    check(`it starts again after a kill of the whole container, ${last.seconds} s`, true)
  }
  await stop(last)
  await nothingLeft(userId)
  console.log(`root ${size.split('\t')[0]} MB unpacked, an empty installation takes ${memory} MB`)
}

/** Starts a container of the image as its configuration says, with what the compose file and the chart add. */
function container(name, { arguments: words = ['serve'], env = [], data = name, ownNetwork }) {
  const bundle = join(place, name)
  const volume = join(place, `data-${data}`)
  mkdirSync(bundle, { recursive: true })
  mkdirSync(volume, { recursive: true })
  command('chown', [`${userId}:${userId}`, volume])
  const settings = JSON.parse(readFileSync(join(place, 'bundle/config.json'), 'utf8'))
  const { process: started, linux } = settings
  const entry = started.args.slice(0, -1)
  settings.root = { path: join(place, 'bundle/rootfs'), readonly: true }
  settings.process = {
    ...started,
    terminal: false,
    args: [...entry, ...words],
    env: [...started.env, ...env],
    noNewPrivileges: true,
    capabilities: { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] },
    rlimits: [],
  }
  settings.mounts = [
    { destination: '/proc', type: 'proc', source: 'proc' },
    { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755'] },
    {
      destination: '/dev/shm',
      type: 'tmpfs',
      source: 'shm',
      options: ['mode=1777', 'size=65536k'],
    },
    { destination: '/tmp', type: 'tmpfs', source: 'tmp', options: ['mode=1777', 'size=65536k'] },
    { destination: '/data', type: 'bind', source: volume, options: ['bind', 'rw'] },
  ]
  const others = linux.namespaces.filter(({ type }) => type !== 'network' && type !== 'user')
  settings.linux = {
    ...linux,
    namespaces: ownNetwork ? [...others, { type: 'network' }] : others,
    uidMappings: [],
    gidMappings: [],
    resources: { memory: { limit: limits.memoryBytes }, pids: { limit: limits.processes } },
  }
  writeFileSync(join(bundle, 'config.json'), JSON.stringify(settings))
  return { child: spawn('runc', ['run', '--bundle', bundle, name], { stdio: 'inherit' }) }
}

function codeOf(child) {
  return new Promise((done) => child.once('exit', done))
}

async function isReady() {
  const answer = await fetch('http://127.0.0.1:8080/health/ready').catch(() => undefined)
  return answer?.ok === true
}

function zombies() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => /^State:\tZ/m.test(textOf(`/proc/${pid}/status`)))
}

function commandOf(pid) {
  return textOf(`/proc/${pid}/cmdline`)
}

function textOf(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function command(program, args) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) giveUp(`${program} ${args.join(' ')} failed: ${stderr}`)
  return stdout
}
