import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type Mosquitto = { readonly url: string; close(): Promise<void> }

/** The broker that most plants have; undefined on a machine where it is not installed (`apt-get install mosquitto`). */
export async function startMosquitto(): Promise<Mosquitto | undefined> {
  if (spawnSync('mosquitto', ['-h']).error) return undefined
  const port = await freePort()
  const home = await mkdtemp(join(tmpdir(), 'packboard-mosquitto-'))
  const file = join(home, 'mosquitto.conf')
  const settings = [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous true',
    // What waits for a cell that no process holds is not thrown away.
    'max_queued_messages 0',
  ]
  await writeFile(file, `${settings.join('\n')}\n`)
  const child: ChildProcess = spawn('mosquitto', ['-c', file], { stdio: 'ignore' })
  while (!(await answers(port))) await sleep(50)
  return {
    url: `mqtt://127.0.0.1:${port}`,
    async close() {
      const gone = once(child, 'exit')
      child.kill()
      await gone
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
