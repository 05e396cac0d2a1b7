import { request } from 'node:http'
import type { Call } from './answerCalls.ts'

/** Makes a call as a browser does: how long it took, ms, and the bytes of its body as they travelled. */
export function timedCall(
  url: string,
  token: string,
  { path, body }: Call,
): Promise<{ readonly ms: number; readonly bytes: number }> {
  return new Promise((resolve, reject) => {
    const begin = performance.now()
    const call = request(
      url + path,
      {
        method: body ? 'POST' : 'GET',
        headers: {
          ...{ 'x-access-token': token, 'accept-encoding': 'gzip, br' },
          ...(body && { 'content-type': 'application/json' }),
        },
      },
      (answer) => {
        let bytes = 0
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        answer.on('error', reject)
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve({ ms: performance.now() - begin, bytes })
          else reject(new Error(`${path}: ${answer.statusCode}`))
        })
      },
    )
    call.on('error', reject)
    call.end(body && JSON.stringify(body))
  })
}
