import { loadavg } from 'node:os'
import type { Answer } from './question.ts'

/** One way to answer a question: what it is called in the table, and the work. */
export type Way = { readonly name: string; work(): Promise<unknown> }

/** Ends the comparison where an answer differs from the sums of the product's own store. */
export function mustEqual(name: string, expected: Answer, found: Answer) {
  const differs = expected.findIndex((line, i) => line !== found[i])
  if (differs < 0 && expected.length === found.length) return
  const shown = (lines: Answer) => lines[Math.max(0, differs)] ?? 'nothing'
  throw new Error(
    `${name} differs: ${expected.length} lines, ${shown(expected)} here; ${found.length} lines, ${shown(found)} there`,
  )
}

/** Makes all ways in turn, round by round, so that other work on the machine meets each of them; ms of each, in order. */
export async function alternate(ways: readonly Way[], rounds: number) {
  const times = ways.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, way] of ways.entries()) {
      const begin = performance.now()
      await way.work()
      times[i]?.push(performance.now() - begin)
    }
  }
  return times.map((one) => one.sort((a, b) => a - b))
}

const at = (times: readonly number[], share: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN

/** A line for each way: median, 95th percentile, and how often the first way fits into its median. */
export function printTimes(
  label: string,
  ways: readonly Way[],
  times: readonly (readonly number[])[],
) {
  const first = at(times[0] ?? [], 0.5)
  for (const [i, { name }] of ways.entries()) {
    const own = times[i] ?? []
    console.log(
      [
        `| ${label}`,
        name,
        at(own, 0.5).toFixed(1),
        at(own, 0.95).toFixed(1),
        (first / at(own, 0.5)).toFixed(2),
        `${loadavg()[0]?.toFixed(1)} |`,
      ].join(' | '),
    )
  }
}
