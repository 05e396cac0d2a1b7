import type { ChildProcess } from 'node:child_process'

/** The messages of the plant to the process that started it. */
export type PlantMessage =
  | { type: 'live' }
  | { type: 'progress'; share: number; records: number }
  | { type: 'history'; records: number }
  | { type: 'answer'; command: string; answer: string }
  | { type: 'failed'; message: string }
  | { type: 'setUpFailed'; message: string }
  | { type: 'refused'; message: string }

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
  adopt?: boolean
  endsWith?: number
  plant?: boolean
  stdio?: 'inherit' | 'ignore'
  onPlant?: (message: PlantMessage) => void
}): Promise<RunningPackboard>
