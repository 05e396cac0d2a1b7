import { setTimeout as pause } from 'node:timers/promises'

/** What a flood runs against; `accounts` are tokens of people of the flooding client, the second one of its engineer. */
export type FloodTarget = {
  /** Another one after a restart. */
  url: string
  mqttPort: number
  readonly accounts: readonly string[]
}
export type Flood = (target: FloodTarget, running: AbortSignal) => Promise<void>

/** How often each answer came, so that a flood which nothing lets in is seen. */
export const outcomes = new Map<string, number>()

/** So many loops side by side until the end; failures are what a flood expects. */
export async function many(
  loops: number,
  running: AbortSignal,
  once: (signal: AbortSignal) => Promise<unknown>,
) {
  const loop = async () => {
    while (!running.aborted) {
      await once(running).then(
        () => count('done'),
        (error: unknown) => count(String(error).slice(0, 60)),
      )
      await pause(5)
    }
  }
  await Promise.all(Array.from({ length: loops }, loop))
}

function count(outcome: string) {
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
}
