const shown = 5

type TraceEvent = {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/**
 * The longest tasks of the busiest main thread of a page in a trace, in ms of processor time: on a machine that does other
 * work their wall-clock time would say how long they had to wait.
 */
export function longestTasks(trace: Buffer): number[] {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString())
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const byThread = new Map<string, number[]>()
  for (const { name, pid, tid, tdur, dur } of traceEvents) {
    const thread = `${pid} ${tid}`
    if (!mains.has(thread) || !/RunTask$/.test(name)) continue
    const tasks = byThread.get(thread) ?? []
    byThread.set(thread, tasks)
    tasks.push((tdur ?? dur ?? 0) / 1_000)
  }
  const sum = (tasks: readonly number[]) => tasks.reduce((all, ms) => all + ms, 0)
  const [busiest = []] = [...byThread.values()].sort((a, b) => sum(b) - sum(a))
  return busiest.sort((a, b) => b - a).slice(0, shown)
}
