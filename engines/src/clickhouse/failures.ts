import { ClickHouseError } from '@clickhouse/client'

/** Errors of the engine that mean "not now": time, memory, too many at once, too many parts, no space. */
const busyTypes = new Set([
  'TIMEOUT_EXCEEDED',
  'MEMORY_LIMIT_EXCEEDED',
  'TOO_MANY_SIMULTANEOUS_QUERIES',
  'TOO_MANY_PARTS',
  'NOT_ENOUGH_SPACE',
  'SOCKET_TIMEOUT',
  'CANNOT_SCHEDULE_TASK',
])

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** The engine did not answer: the request may or may not have been executed. */
export function isUnclear(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ClickHouseError) return false
  const code = 'code' in error ? error.code : undefined
  if (typeof code === 'string' && networkCodes.has(code)) return true
  return /socket hang up|Timeout error|aborted|premature|other side closed/i.test(error.message)
}

/** The engine answered that it is temporarily unable. */
export function isBusy(error: unknown): boolean {
  return error instanceof ClickHouseError && busyTypes.has(error.type ?? '')
}

/** The answer, or what it is computed from, is longer than the query allows. */
export function hasTooManyRows(error: unknown): boolean {
  return error instanceof ClickHouseError && error.type === 'TOO_MANY_ROWS'
}
