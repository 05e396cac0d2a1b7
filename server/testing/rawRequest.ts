import { connect } from 'node:net'

/** Sends bytes as they are and returns everything that comes back until the connection ends or is silent. */
export function rawRequest(port: number, bytes: string, { silenceMs = 700 } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(silenceMs, () => socket.destroy())
    socket.setEncoding('utf8')
    socket.on('data', (text) => {
      answer += text
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}
