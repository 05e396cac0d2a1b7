import type { Socket } from 'node:net'

/**
 * Watches the lengths that MQTT packets announce. A packet may announce 256 MB; the parser would buffer all of it
 * before any other check runs.
 */
export class FrameGuard {
  /** Bytes of the present packet that are still to come. */
  #rest = 0
  #state: 'type' | 'length' | 'body' = 'type'
  #length = 0
  #shift = 0
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** False as soon as a packet announces more than the limit. */
  accepts(chunk: Uint8Array): boolean {
    for (let index = 0; index < chunk.length; ) {
      if (this.#state === 'body') {
        const skip = Math.min(this.#rest, chunk.length - index)
        this.#rest -= skip
        index += skip
        if (this.#rest === 0) this.#state = 'type'
        continue
      }
      const byte = chunk[index] ?? 0
      index += 1
      if (this.#state === 'type') {
        this.#state = 'length'
        this.#length = 0
        this.#shift = 0
        continue
      }
      this.#length += (byte & 127) * 2 ** this.#shift
      this.#shift += 7
      if (this.#length > this.#limit || this.#shift > 28) return false
      if (byte < 128) {
        this.#rest = this.#length
        this.#state = this.#rest === 0 ? 'type' : 'body'
      }
    }
    return true
  }
}

/** Lets only data that the guard accepts leave a socket; one packet that is too large ends the connection. */
export function guardFrames(socket: Socket, limit: number, onRefused: () => void) {
  const guard = new FrameGuard(limit)
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    const chunk: unknown = read(size)
    if (chunk instanceof Uint8Array && !guard.accepts(chunk)) {
      onRefused()
      socket.destroy()
      return null
    }
    return chunk
  }
}
