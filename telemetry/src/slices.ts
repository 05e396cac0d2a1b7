import { setImmediate } from 'node:timers/promises'

/** What is done in slices; each is a line of the metrics. */
const slicedWorks = [
  'answer',
  'erasure',
  'flowImport',
  'ledger',
  'machineImport',
  'planImport',
  'recipeImport',
  'sendAgain',
] as const
export type SlicedWork = (typeof slicedWorks)[number]

/** Everything else of the process gets its turn when a slice has used so much processor time. */
const sliceMs = 5
/** A slice that used more held up everybody: a fault that the metrics show. */
export const longSliceMs = 20

/** Of one kind of work since the start of the process. */
export type SliceCount = {
  readonly work: SlicedWork
  readonly slices: number
  /** Slices that used more than `longSliceMs`. */
  readonly longSlices: number
  readonly longestMs: number
}

const counts = new Map<SlicedWork, SliceCount>(
  slicedWorks.map((work) => [work, { work, slices: 0, longSlices: 0, longestMs: 0 }]),
)

/** The slices of this process by kind of work. */
export const sliceCounts = (): SliceCount[] => [...counts.values()]

/**
 * Does work whose amount a sender decides, a little at a time: after each slice everything that waits in the event loop is
 * done first. `steps` must yield so often that the work between two yields is far below a slice, and never wait for anything.
 */
export async function inSlices<Result>(
  work: SlicedWork,
  steps: Iterator<unknown, Result>,
): Promise<Result> {
  for (;;) {
    const step = oneSlice(work, steps)
    if (step.done) return step.value
    await setImmediate()
  }
}

/** Does the same work without a pause, where it is known to be small. */
export function atOnce<Result>(steps: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

function oneSlice<Result>(
  work: SlicedWork,
  steps: Iterator<unknown, Result>,
): IteratorResult<unknown, Result> {
  const began = threadMs()
  try {
    for (;;) {
      const step = steps.next()
      if (step.done || threadMs() - began >= sliceMs) return step
    }
  } finally {
    noteSlice(work, threadMs() - began)
  }
}

function noteSlice(work: SlicedWork, ms: number): void {
  const { slices = 0, longSlices = 0, longestMs = 0 } = counts.get(work) ?? {}
  counts.set(work, {
    work,
    slices: slices + 1,
    longSlices: longSlices + Number(ms > longSliceMs),
    longestMs: Math.max(longestMs, ms),
  })
}

/**
 * Processor time that this thread has used: on a busy machine a clock would count what others do. Node 20 and 22 lack it;
 * there the clock must do.
 */
function threadMs(): number {
  if (typeof process.threadCpuUsage !== 'function') return performance.now()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
