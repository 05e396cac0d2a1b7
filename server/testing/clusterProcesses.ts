import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { serverProgram } from './processes.ts'
import { openTcpProxy } from './tcpProxy.ts'

const readyMessage = z.object({
  type: z.literal('ready'),
  url: z.url(),
  mqttPort: z.number().optional(),
})

export type ClusterRole = 'api' | 'ingest' | 'ledger'

/** A process of the cluster: killed, it is started again, as a supervisor does. */
type Member = {
  readonly role: ClusterRole
  child: ChildProcess | undefined
  port: number
  mqttPort: number
}

/** An installation of real processes behind a proxy for each of its ports. */
export type ClusterProcesses = {
  /** Screens and calls; records by HTTP; records by MQTT. */
  readonly ports: { readonly api: number; readonly http: number; readonly mqtt: number }
  /** The address of each process of a role that is ready now. */
  urlsOf(role: ClusterRole): string[]
  /** Kills one of them, by its number; resolves when it is started again, not when it is ready. */
  kill(number: number): { readonly role: ClusterRole }
  /** Stops one for a while, as a machine that hangs. */
  pause(number: number, forMs: number): Promise<void>
  readonly size: number
  close(): Promise<void>
}

export async function startCluster(
  env: Record<string, string>,
  counts: Record<ClusterRole, number>,
): Promise<ClusterProcesses> {
  const home = await mkdtemp(join(tmpdir(), 'packboard-processes-'))
  const proxies = {
    api: await openTcpProxy(),
    http: await openTcpProxy(),
    mqtt: await openTcpProxy(),
  }
  const members: Member[] = []
  let closing = false

  function route() {
    const ready = members.filter(({ port }) => port > 0)
    const ofRole = (role: ClusterRole) => ready.filter((member) => member.role === role)
    proxies.api.targets = ofRole('api').map(({ port }) => port)
    proxies.http.targets = ofRole('ingest').map(({ port }) => port)
    proxies.mqtt.targets = ofRole('ingest').map(({ mqttPort }) => mqttPort)
  }

  function spawn(member: Pick<Member, 'role'>, number: number): ChildProcess {
    return fork(serverProgram, ['--demo'], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(home, 'compiled'),
        PORT: '0',
        MQTT_PORT: '0',
        LOG_LEVEL: 'warn',
        SECRETS_KEY_FILE: join(home, 'secrets.key'),
        ...env,
        ROLE: member.role,
        PACKBOARD_DATA: join(home, `data-${number}`),
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
  }

  function begin(member: Member, number: number): Promise<void> {
    const child = spawn(member, number)
    member.child = child
    member.port = 0
    route()
    const ready = once(child, 'message').then(([message]) => {
      const { url, mqttPort } = readyMessage.parse(message)
      member.port = Number(new URL(url).port)
      member.mqttPort = mqttPort ?? 0
      route()
    })
    const ended = once(child, 'exit').then(([code]) => {
      if (member.child !== child || closing) return
      // A holder that lost its cell ends by itself.
      process.stderr.write(`a process of the cluster (${member.role}) ended: ${code}\n`)
      void begin(member, number)
    })
    return Promise.race([ready, ended])
  }

  const starts: Promise<void>[] = []
  for (const role of ['ledger', 'api', 'ingest'] as const) {
    for (let one = 0; one < counts[role]; one += 1) {
      const number = members.length
      const member: Member = { role, port: 0, mqttPort: 0, child: undefined }
      members.push(member)
      const started = begin(member, number)
      if (role !== 'ledger') starts.push(started)
    }
  }
  await Promise.all(starts)
  // Of those that may hold a cell, the others wait for one.
  const holders = () => members.filter(({ role, port }) => role === 'ledger' && port > 0).length
  while (holders() < Number(env.CELLS)) await sleep(50)

  return {
    ports: { api: proxies.api.port, http: proxies.http.port, mqtt: proxies.mqtt.port },
    urlsOf: (role) =>
      members
        .filter((member) => member.role === role && member.port > 0)
        .map(({ port }) => `http://127.0.0.1:${port}`),
    size: members.length,
    async pause(number, forMs) {
      const child = members[number]?.child
      child?.kill('SIGSTOP')
      await sleep(forMs)
      child?.kill('SIGCONT')
    },
    kill(number) {
      const member = members[number]
      if (!member) throw new Error(`There is no process ${number}`)
      const { child } = member
      void begin(member, number)
      child?.kill('SIGKILL')
      return { role: member.role }
    },
    async close() {
      closing = true
      await Promise.all(
        members.map(async ({ child }) => {
          if (!child || child.exitCode !== null || child.signalCode !== null) return
          const gone = once(child, 'exit')
          child.kill('SIGKILL')
          await gone
        }),
      )
      for (const proxy of Object.values(proxies)) await proxy.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}
