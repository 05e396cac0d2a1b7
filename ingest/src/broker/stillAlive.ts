import { type DirectoryMachine, type MachineDirectory, speaksByException } from '../directory.ts'
import type { IngestLog } from '../log.ts'
import type { Pipeline } from '../pipeline.ts'
import { stillAliveTickMs } from './limits.ts'
import type { Session } from './sessions.ts'

/** After this share of its hold limit without a word, a machine whose session lives is still there (D58). */
const aliveShare = 1 / 3

/**
 * A machine that reports by exception says nothing while nothing changes. As long as its session lives, an empty sample
 * is written for it before its hold limit passes, so that the ledger stays a function of raw records alone (D58).
 */
export function watchStillAlive(options: {
  living: Iterable<Pick<Session, 'machines'>>
  directory: MachineDirectory
  pipeline: Pipeline
  now(): number
  log: IngestLog
}): { stop(): void } {
  const { living, directory, pipeline, now, log } = options
  /** Machines whose empty sample is not durable yet: a store that is away gets one of each, and no queue of them. */
  const writing = new Set<number>()

  function lastWords(): Map<DirectoryMachine, number> {
    const words = new Map<DirectoryMachine, number>()
    for (const { machines } of living) {
      for (const [machineId, at] of machines) {
        const machine = directory.byId(machineId)
        if (machine === undefined || !speaksByException(machine)) continue
        words.set(machine, Math.max(at, words.get(machine) ?? at))
      }
    }
    return words
  }

  function look() {
    const at = now()
    const due = [...lastWords()]
      .filter(([{ holdMs }, spoke]) => at - spoke >= holdMs * aliveShare)
      .map(([{ machineId }]) => machineId)
      .filter((machineId) => !writing.has(machineId))
    if (due.length === 0) return
    for (const machineId of due) {
      writing.add(machineId)
      // Of every session that speaks for the machine: when one of them ends, the other ones still own it.
      for (const { machines } of living) if (machines.has(machineId)) machines.set(machineId, at)
    }
    pipeline
      .stillAlive(due, 'mqtt', at)
      .catch((error: unknown) => log.error({ err: error }, 'An empty sample could not be stored'))
      .finally(() => {
        for (const machineId of due) writing.delete(machineId)
      })
  }

  const timer = setInterval(look, stillAliveTickMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
