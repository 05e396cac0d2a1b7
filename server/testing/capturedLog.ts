import type { Logger } from 'pino'
import { createLog, type RecentLog, recentLog } from '../src/program/log.ts'

/** A real logger whose lines a test can read. */
export function capturedLog(
  level = 'trace',
  recent: RecentLog = recentLog(),
): { log: Logger; lines: string[] } {
  const lines: string[] = []
  const log = createLog(level, recent.before({ write: (line: string) => void lines.push(line) }))
  return { log, lines }
}
