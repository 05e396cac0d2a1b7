import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { childEnvironment, serverProgram } from './processes.ts'

const readyMessage = z.object({
  type: z.literal('ready'),
  url: z.url(),
  mqttPort: z.number().optional(),
})

/** A server as an operator starts it: a process of its own, with little memory. */
export type ServedProcess = {
  readonly url: string
  readonly mqttPort: number
  readonly thread: MainThread
  isAlive(): boolean
  /** What it wrote last, such as why it ended. */
  lastWords(): string
  end(): Promise<void>
  kill(): Promise<void>
}

export type MainThread = {
  /** Processor time since its start, in milliseconds, by clock ticks of 10 ms. */
  usedMs(): number
  /** Waits until it does next to nothing, so that what is measured next is not what came before. */
  quiet(): Promise<void>
}

/** The heap of every process in a test of what an input may cost. */
export const smallHeap = { NODE_OPTIONS: '--max-old-space-size=512' }

export async function serve(
  env: Record<string, string | undefined>,
  args: readonly string[] = ['--demo'],
): Promise<ServedProcess> {
  const child = fork(serverProgram, [...args], {
    env: {
      ...childEnvironment(),
      ...smallHeap,
      ...{ PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'warn' },
      ...env,
    },
    // As the start script has it.
    execArgv: ['--max-semi-space-size=64'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text = (text + chunk).slice(-4_000)
    })
  }
  const exited = once(child, 'exit')
  const isAlive = () => child.exitCode === null && child.signalCode === null
  const ready = await Promise.race([
    once(child, 'message').then(([message]) => readyMessage.parse(message)),
    exited.then(() => {
      throw new Error(`The server ended: ${text}`)
    }),
  ])
  return {
    url: ready.url,
    mqttPort: ready.mqttPort ?? 0,
    thread: mainThread(child.pid ?? 0, isAlive),
    isAlive,
    lastWords: () => text,
    async end() {
      // Its channel, not a signal: so the engines are stopped, too.
      if (isAlive()) child.disconnect()
      await exited
    },
    async kill() {
      if (isAlive()) child.kill('SIGKILL')
      await exited
    },
  }
}

const tickMs = 10
const lookMs = 100
/** Of one look: a server at rest has timers, too. */
const restMs = 10
const patienceMs = 30_000

/** The thread that answers everybody, without those that collect garbage, compress or wait for files. Linux only. */
export function mainThread(pid: number, isAlive: () => boolean): MainThread {
  function usedMs() {
    if (!isAlive()) return Number.POSITIVE_INFINITY
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may have spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  }

  return {
    usedMs,
    async quiet() {
      let rests = 0
      for (let waited = 0; rests < 3 && waited < patienceMs; waited += lookMs) {
        const before = usedMs()
        await sleep(lookMs)
        if (!isAlive()) return
        rests = usedMs() - before <= restMs ? rests + 1 : 0
      }
    },
  }
}
