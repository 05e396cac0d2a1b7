import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { testAuthority } from '@packboard/ingest/testing'

export type Mosquitto = {
  readonly url: string
  /** Ends it in order, and starts it at the same port with what its sessions waited for. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** Whether it is installed (`apt-get install mosquitto`). */
export const hasMosquitto = () => !spawnSync('mosquitto', ['-h']).error

/** The broker that most plants have; undefined on a machine where it is not installed. */
export async function startMosquitto(): Promise<Mosquitto | undefined> {
  if (!hasMosquitto()) return undefined
  const { port, restart, close } = await start((free, home) => [
    `listener ${free} 127.0.0.1`,
    'allow_anonymous true',
    // What waits for a cell that no process holds is not thrown away.
    'max_queued_messages 0',
    ...debianSettings(home),
    `user ${userInfo().username}`,
  ])
  return { url: `mqtt://127.0.0.1:${port}`, restart, close }
}

/** What the settings of Debian's package say before they include those of `conf.d`; a setting that is given twice is refused. */
const debianSettings = (home: string) => ['persistence true', `persistence_location ${home}/`]

/**
 * The same with the settings of `deploy/mosquitto`, included as Debian includes them, a certificate of `authority`, and these
 * accounts.
 */
export async function startDeployedMosquitto(
  authority: ReturnType<typeof testAuthority>,
  accounts: Readonly<Record<string, string>>,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const folder = join(import.meta.dirname, '../../deploy/mosquitto')
  const { certFile, keyFile } = authority.issue('localhost')
  const settings = await readFile(join(folder, 'packboard.conf'), 'utf8')
  return start(async (port, home) => {
    const passwords = join(home, 'passwords')
    for (const [index, [name, password]] of Object.entries(accounts).entries()) {
      const make = index === 0 ? ['-c'] : []
      const made = spawnSync('mosquitto_passwd', [...make, '-b', passwords, name, password])
      if (made.status !== 0) throw new Error(String(made.stderr))
    }
    // Where the files of this computer lie, and nothing else.
    const here: Record<string, string> = {
      'listener 8883': `listener ${port} 127.0.0.1`,
      '/etc/mosquitto/packboard.passwords': passwords,
      '/etc/mosquitto/packboard.acl': join(folder, 'packboard.acl'),
      '/etc/mosquitto/certs/ca.pem': authority.caFile,
      '/etc/mosquitto/certs/broker.pem': certFile,
      '/etc/mosquitto/certs/broker.key': keyFile,
    }
    let text = settings
    for (const [there, place] of Object.entries(here)) {
      if (!text.includes(there)) throw new Error(`deploy/mosquitto has no "${there}"`)
      text = text.replace(there, place)
    }
    // Root would become another user, who may not read these files.
    const included = join(home, 'conf.d')
    await mkdir(included)
    await writeFile(join(included, 'packboard.conf'), text)
    return [...debianSettings(home), `user ${userInfo().username}`, `include_dir ${included}`]
  })
}

async function start(
  settingsOf: (port: number, home: string) => Promise<readonly string[]> | readonly string[],
) {
  const port = await freePort()
  const home = await mkdtemp(join(tmpdir(), 'packboard-mosquitto-'))
  const file = join(home, 'mosquitto.conf')
  await writeFile(file, `${(await settingsOf(port, home)).join('\n')}\n`)
  const begin = async () => {
    const child = spawn('mosquitto', ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (text) => {
      said += text
    })
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`mosquitto ended: ${said}`)
      await sleep(50)
    }
    return child
  }
  let running: ChildProcess = await begin()
  const end = async () => {
    const gone = once(running, 'exit')
    running.kill()
    await gone
  }
  return {
    port,
    async restart() {
      await end()
      running = await begin()
    },
    async close() {
      await end()
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('No port is free')
  return address.port
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
