import { setTimeout as sleep } from 'node:timers/promises'
import { dayMs, minuteFrom, minuteOf } from './fold/minute.ts'
import type { OpenContext } from './ledger.ts'
import type { Extent } from './store/extents.ts'
import {
  beginRebuild,
  endRebuild,
  keepRebuild,
  openRebuild,
  openRebuilds,
  type RebuildPosition,
} from './store/ledgerPosition.ts'

/** So much of one machine at once: who reads it waits for no more. */
const pieceMs = dayMs
/** How often it is written how far it came; what is after it is computed once more after a kill. */
const keepEveryMs = 5_000
/** Everything else has the engine for as long as a piece took, up to this. */
const longestRestMs = 2_000

/** Without an instant from the oldest record, or to the newest; without machines all of them. */
export type RebuildWindow = {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly machineIds?: readonly number[] | undefined
}

/** One machine of so many is computed up to this instant. */
export type RebuildStep = { readonly machine: number; readonly of: number; readonly until: Date }

export type Rebuilt = {
  readonly machines: number
  /** Days of single machines that were computed, by this call alone. */
  readonly days: number
  /** Went on where an earlier one was stopped. */
  readonly resumed: boolean
}

/**
 * Computes the minutes of a window from the records again, machine by machine and day by day, and after them their hours. It changes
 * nothing where the rows are right. Figures are read meanwhile and records taken in. What a stop or a kill leaves, the next call for
 * the same window goes on with. Minutes whose records are past their retention, or of a month that is damaged, stay as they are.
 */
export async function rebuildMinutes(
  context: OpenContext,
  window: RebuildWindow,
  {
    signal,
    onProgress,
  }: { readonly signal: AbortSignal; readonly onProgress: (step: RebuildStep) => void },
): Promise<Rebuilt> {
  const ledger = context.ledger
  const wanted = window.machineIds && new Set(window.machineIds)
  const machines = ledger
    .machinesWithRecords()
    .filter(({ machineId }) => wanted?.has(machineId) ?? true)
    .sort((a, b) => a.machineId - b.machineId)
  const words = wordsOf(window)
  const left = await openRebuild(context, words)
  const run = left?.run ?? (await beginRebuild(context, words))
  const keep = keeper((position) => keepRebuild(context, run, position))
  await ledger.outrankRows()
  let days = 0
  try {
    for (const [index, machine] of machines.entries()) {
      for (const piece of piecesOf(machine, window, left?.position)) {
        signal.throwIfAborted()
        const begin = performance.now()
        await ledger.computeAnew([piece.extent])
        days += 1
        const { until } = piece
        await keep.note({ machineId: machine.machineId, until })
        onProgress({ machine: index + 1, of: machines.length, until: new Date(until) })
        await sleep(Math.min(performance.now() - begin, longestRestMs))
      }
    }
  } catch (error) {
    await keep.write()
    throw error
  }
  await ledger.hoursSettled()
  await endRebuild(context, run)
  return { machines: machines.length, days, resumed: left !== undefined }
}

/** The days of a machine that are still to be computed, in order: what a day leaves open, the next one goes on with. */
function* piecesOf(
  machine: Extent,
  { from, to }: RebuildWindow,
  done: RebuildPosition | undefined,
): Generator<{ readonly extent: Extent; readonly until: number }> {
  if (done && machine.machineId < done.machineId) return
  const reached = done?.machineId === machine.machineId ? done.until : 0
  const last = minuteFrom(machine.newest + 1)
  const end = Math.min(last, to?.getTime() ?? Number.POSITIVE_INFINITY)
  let at = Math.max(minuteOf(machine.oldest), from?.getTime() ?? 0, reached)
  while (at < end) {
    const until = Math.min(at - (at % pieceMs) + pieceMs, end)
    // The newest sample is held for some minutes after it.
    const newest = until === last ? until + pieceMs : until - 1
    yield { extent: { ...machine, oldest: at, newest }, until }
    at = until
  }
}

const wordsOf = ({ from, to, machineIds }: RebuildWindow): string =>
  [
    from?.toISOString() ?? 'oldest',
    to?.toISOString() ?? 'newest',
    machineIds ? machineIds.toSorted((a, b) => a - b).join('+') : 'all',
  ].join(' ')

function windowOf(words: string): RebuildWindow {
  const [from = '', to = '', machines = ''] = words.split(' ')
  return {
    ...(from !== 'oldest' && { from: new Date(from) }),
    ...(to !== 'newest' && { to: new Date(to) }),
    ...(machines !== 'all' && { machineIds: machines.split('+').map(Number) }),
  }
}

/** Rebuilds that were stopped before their end, or go on: for the same window each goes on from where it is. */
export async function unfinishedRebuilds(context: OpenContext): Promise<RebuildWindow[]> {
  const open = await openRebuilds(context)
  return open.map(({ run }) => windowOf(run.window))
}

/** Writes the newest position now and then, and what is left of it when the work ends. */
function keeper(write: (position: RebuildPosition) => Promise<void>) {
  let newest: RebuildPosition | undefined
  let keptAt = performance.now()
  const keep = {
    async note(position: RebuildPosition) {
      newest = position
      if (performance.now() - keptAt >= keepEveryMs) await keep.write()
    },
    async write() {
      if (newest === undefined) return
      await write(newest)
      newest = undefined
      keptAt = performance.now()
    },
  }
  return keep
}
