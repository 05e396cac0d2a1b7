/** Errors of the connection to PostgreSQL, not of the query. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  // PostgreSQL: shut down by an administrator, crashed, starting or shutting down.
  '57P01',
  '57P02',
  '57P03',
])
const words = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
]

/** The connection broke or could not be made: the query may be repeated on a new one. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    codes.has(code) || code.startsWith('08') || words.some((word) => error.message.includes(word))
  )
}

/** All connections are in use, or PostgreSQL has none left, or a time limit was exceeded: a later try may work. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  // Too many connections; no memory; a statement or a lock that took too long; a deadlock.
  return (
    ['53300', '53200', '57014', '55P03', '40P01'].includes(code) ||
    error.message.includes('timeout exceeded when trying to connect')
  )
}
