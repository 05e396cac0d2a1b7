import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'

/** What docs/measurements.md says, in the order of its sections, as it was measured last; together two hours on two cores. */
const runs: readonly (readonly [name: string, ...args: string[]])[] = [
  ['answers', '10', '365'],
  ['answers', '20', '2', '1 d', '50', 'ingest'],
  ['peers', '3', '30', '50'],
  ['demoPage', '12', '7'],
  ['engine', '3', '7'],
  ['bytes', '7'],
  ['ingest', '2', '8'],
  ['ingest', '1', '600', '15,000/s'],
  ['backFill', '1', '10'],
  ['lateRecords'],
  ['start', '100'],
  ['streams', '30', '1', '50', '1000'],
  ['alerts', 'live', '90'],
  ['alerts', 'backTest', '50', '30', '2'],
  ['fiftyCards'],
  ['fairness', '2'],
  ['machineCost'],
  ['backup', '1'],
]

/** `npm run bench -- all [names …]`: one measurement after the other, each in a process of its own. */
export async function main(only: string[]) {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  console.log(
    `${new Date().toISOString()}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`,
  )
  const failed: string[] = []
  for (const [name, ...args] of runs) {
    if (only.length > 0 && !only.includes(name)) continue
    console.log(`\n## ${[name, ...args].join(' ')} (load ${loadavg()[0]?.toFixed(1)})`)
    const child = spawn(process.execPath, [main, name, ...args], { stdio: 'inherit' })
    const [code] = await once(child, 'exit')
    if (code !== 0) failed.push(name)
  }
  if (failed.length > 0) throw new Error(`These ended with a failure: ${failed.join(', ')}`)
}
