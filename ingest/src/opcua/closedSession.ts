/**
 * Whether an error that nobody waited for is the library's word that a session ended while it read how a structure is
 * built. The connection that had the session is ended or made anew by then, so the error concerns nobody. It has no class
 * of its own, and this room does not load the library before a machine needs it.
 */
export function isOfClosedSession(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.message.startsWith('Session has been closed') &&
    /[\\/]node-opcua-client[\\/]/.test(error.stack ?? '')
  )
}
