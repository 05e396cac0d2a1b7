import { readFileSync } from 'node:fs'
import type { OlderMachine } from './olderStore.ts'

/**
 * Six machines of two clients with what every schema could hold: no operator's second alarm, no mode, no recipe. The minutes were made by the code
 * of schema 6, and that of schema 9 made the same to the byte, so they are what such a store holds, whatever today's code computes.
 */
export const olderMachines: readonly OlderMachine[] = readFileSync(
  new URL('./olderMachines.jsonl', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => {
    const { rule, ...records } = JSON.parse(line, revived)
    return { ...records, rule: { ...rule, recipePpm: new Map() } }
  })

/** JSON has no whole numbers of any size. */
function revived(_key: string, value: unknown): unknown {
  return value instanceof Object && '$int' in value ? BigInt(String(value.$int)) : value
}
