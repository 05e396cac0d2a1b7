import { setTimeout as sleep } from 'node:timers/promises'
import type { Ask, TestServer } from '@packboard/server/testing/openTestServer'

const mostAttempts = 20
const pauseMs = 500

/**
 * A call that may be repeated: what it writes is the same the second time. A connection that was idle may be closed by the server
 * at the moment in which it is used again, and a server that hundreds of plants are sent to at once says that it is busy.
 */
export async function askAgain(server: TestServer, path: string, ask: Ask): Promise<Response> {
  for (let attempt = 1; attempt < mostAttempts; attempt++) {
    const answer = await server.ask(path, ask).catch(() => null)
    if (answer !== null && answer.status !== 503) return answer
    await sleep(pauseMs)
  }
  return server.ask(path, ask)
}
