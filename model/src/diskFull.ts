/** Of files, of PostgreSQL and of ClickHouse. */
const codes = new Set(['ENOSPC', '53100'])
const types = new Set(['NOT_ENOUGH_SPACE'])

/** Whether a write failed because its disk has no space left. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && codes.has(String(error.code))) return true
  if ('type' in error && types.has(String(error.type))) return true
  return error.message.includes('No space left on device')
}
