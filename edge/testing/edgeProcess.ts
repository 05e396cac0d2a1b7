import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '@packboard/server/testing/processes'
import { z } from 'zod'
import type { EdgeStatus } from '../src/edgeStatus.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const readyMessage = z.object({ type: z.literal('ready'), url: z.url(), mqttPort: z.number() })

/** An edge recorder as a gateway runs it: a process of its own. */
export type EdgeProcess = {
  readonly child: ChildProcess
  readonly url: string
  readonly mqttPort: number
  /** What it wrote to its log. */
  lines(): string[]
  status(): Promise<EdgeStatus>
  /** Ends it by this signal and waits for that. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

export async function startEdgeProcess(env: Record<string, string>): Promise<EdgeProcess> {
  const child = fork(main, [], {
    env: { ...childEnvironment(), EDGE_HTTP_PORT: '0', EDGE_MQTT_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let text = ''
  child.stdout?.on('data', (chunk) => {
    text += chunk
  })
  child.stderr?.on('data', (chunk) => {
    text += chunk
  })
  const exited = once(child, 'exit')
  const ready = await Promise.race([
    once(child, 'message').then(([message]) => readyMessage.parse(message)),
    exited.then(() => {
      throw new Error(`The edge recorder ended: ${text}`)
    }),
  ])
  return {
    child,
    url: ready.url,
    mqttPort: ready.mqttPort,
    lines: () => text.split('\n'),
    async status() {
      const answer = await fetch(`${ready.url}/status`)
      // Our own process, whose shape the compiler knows.
      return (await answer.json()) as EdgeStatus
    },
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await exited
    },
  }
}
