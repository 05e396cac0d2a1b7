import type { ChildProcess } from 'node:child_process'

export type PlantMessage =
  | { type: 'history'; done: number; of: number }
  | { type: 'live' }
  | { type: 'other' }

export type RunningPackboard = {
  url: string
  mqttPort: number
  server: ChildProcess
  plant: ChildProcess | undefined
  exited: Promise<number>
  stop(): Promise<void>
}

export function startPackboard(options?: {
  env?: Record<string, string>
  demo?: boolean
  plant?: boolean
  stdio?: 'inherit' | 'ignore'
  onPlant?: (message: PlantMessage) => void
}): Promise<RunningPackboard>
