import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

type Body = {
  readonly path: string
  readonly token: string
  /** What it announces. */
  readonly bytes: number
  readonly type?: string
  /** What it sends of it. */
  readonly begin?: string
}

/** A call that announces a body, sends its beginning and then nothing. */
export async function withheldBody(
  url: string,
  { path, token, bytes, type = 'application/json', begin = '[' }: Body,
): Promise<{ readonly socket: Socket; answer: string }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: packboard',
    `x-access-token: ${token}`,
    `content-type: ${type}`,
    `content-length: ${bytes}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${begin}`)
  const call = { socket, answer: '' }
  socket.on('data', (data) => {
    call.answer += data
  })
  await once(socket, 'connect')
  return call
}
