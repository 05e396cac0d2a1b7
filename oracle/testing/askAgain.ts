import type { Ask, TestServer } from '@packboard/server/testing/openTestServer'

/**
 * A call that may be repeated: what it writes is the same the second time. A connection that was idle may be closed by the server
 * at the moment in which it is used again.
 */
export async function askAgain(server: TestServer, path: string, ask: Ask): Promise<Response> {
  try {
    return await server.ask(path, ask)
  } catch {
    return server.ask(path, ask)
  }
}
