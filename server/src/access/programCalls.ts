import {
  type Management,
  noteProgramCalls,
  type ProgramCalls,
  type ProgramKey,
} from '@packboard/management'
import type { FastifyBaseLogger } from 'fastify'
import { limits } from '../http/limits.ts'

/**
 * Counts the calls of keys and writes them down every 5 seconds: a statement for each call would cost more than the call. What a process
 * has not written when it is killed is not counted.
 */
export function programCalls({
  management,
  log,
  now,
}: {
  readonly management: Management
  readonly log: FastifyBaseLogger
  readonly now: () => number
}): { note(key: ProgramKey, address: string): void; stop(): Promise<void> } {
  let since = new Map<number, ProgramCalls>()

  async function write(): Promise<void> {
    if (since.size === 0) return
    const all = [...since.values()]
    since = new Map()
    await noteProgramCalls(management, all).catch((error: unknown) => {
      log.warn({ err: error }, 'The calls of keys could not be written down')
    })
  }

  const timer = setInterval(() => void write(), limits.programNoteMs)
  timer.unref()
  return {
    note({ programKeyId }, address) {
      const calls = (since.get(programKeyId)?.calls ?? 0) + 1
      since.set(programKeyId, {
        ...{ programKeyId, calls, lastAt: new Date(now()), lastAddress: address },
      })
    },
    async stop() {
      clearInterval(timer)
      await write()
    },
  }
}
