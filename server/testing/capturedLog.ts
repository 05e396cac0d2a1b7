import type { Logger } from 'pino'
import { createLog } from '../src/http/log.ts'

/** A real logger whose lines a test can read. */
export function capturedLog(level = 'trace'): { log: Logger; lines: string[] } {
  const lines: string[] = []
  const log = createLog(level, { write: (line: string) => void lines.push(line) })
  return { log, lines }
}
