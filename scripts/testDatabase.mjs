// `npm run test:database [tests]`: the tests of people and rights once more, on a real PostgreSQL server instead of the
// embedded one. It starts an own server out of the programs that the system has (Debian: postgresql), in a temporary
// directory and on a free port, and ends it. With PACKBOARD_TEST_DATABASE_URL it takes that server instead.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveUp, root, run, runtime, say } from './steps.mjs'

const key = 'PACKBOARD_TEST_DATABASE_URL'
/** Everything that the management store decides. */
const tests = ['management/src', 'server/src/access', 'server/src/panel', 'server/src/accounts']
const requested = process.argv.slice(2)

const server = process.env[key] ? undefined : await startServer()
const code = await run(
  runtime(),
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...(requested.length > 0 ? requested : tests),
  ],
  { env: { ...process.env, [key]: process.env[key] || server?.url } },
)
server?.end()
process.exit(code)

async function startServer() {
  const bin = programs()
  if (bin === undefined) {
    giveUp(`there is no PostgreSQL 15 or newer here; install one, or name a server in ${key}.`)
  }
  const directory = mkdtempSync(join(tmpdir(), 'packboard-postgres-'))
  // PostgreSQL does not run as root; its package brings an account of its own.
  const asRoot = process.getuid?.() === 0
  if (asRoot) spawnSync('chown', ['postgres', directory])
  const data = join(directory, 'data')
  function step(program, ...args) {
    const command = [join(bin, program), ...args]
    const [first, ...rest] = asRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
    return spawnSync(first, rest, { cwd: directory, encoding: 'utf8' })
  }
  const end = () => {
    step('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
    rmSync(directory, { recursive: true, force: true })
  }
  const port = await freePort()
  const options = `-p ${port} -k ${directory} -c listen_addresses=127.0.0.1 -c max_connections=300 -c fsync=off`
  const made = step(
    'initdb',
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  )
  const started =
    made.status === 0 &&
    step('pg_ctl', '-D', data, '-o', options, '-l', join(directory, 'log'), '-w', 'start')
      .status === 0
  if (!started) {
    end()
    giveUp(`PostgreSQL did not start: ${made.stderr || 'its log was in its directory'}`)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      end()
      process.exit(1)
    })
  }
  say(`PostgreSQL from ${bin} runs on port ${port} ...`)
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, end }
}

/** The newest one that is new enough. */
function programs() {
  const debian = '/usr/lib/postgresql'
  if (!existsSync(debian)) return undefined
  const versions = readdirSync(debian)
    .map(Number)
    .filter((version) => version >= 15)
    .sort((a, b) => b - a)
  return versions[0] === undefined ? undefined : join(debian, String(versions[0]), 'bin')
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
