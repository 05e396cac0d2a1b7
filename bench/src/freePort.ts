import { createServer } from 'node:net'

/** A port that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const endpoint = createServer()
    endpoint.once('error', fail)
    endpoint.listen(0, '127.0.0.1', () => {
      const address = endpoint.address()
      endpoint.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
