import { parentPort, workerData } from 'node:worker_threads'
import { type FloodTarget, floods, outcomes } from './floods.ts'

// One flood until any message: in a thread of its own, so that reading its answers does not delay the neighbour's clock.
const { name, target }: { readonly name: string; readonly target: FloodTarget } = workerData
const running = new AbortController()
parentPort?.once('message', () => running.abort())
await floods[name]?.(target, running.signal)
parentPort?.postMessage([...outcomes])
// Connections that are still open would keep it.
setTimeout(() => process.exit(), 100)
