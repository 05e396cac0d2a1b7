import type { Socket } from 'node:net'

/** One commit that is written and one that is collected: what is read beyond them only waits, and delays both. */
const readRecords = 20_000
/** Others are served after so many records: answers of the store, sign-ins, calls. */
const turnRecords = 2_000

type ReadTurns = ReturnType<typeof createReadTurns>

/**
 * When connections are read. Messages that are there are read all at once otherwise, on each of hundreds of connections: the
 * answer of the store then waits for seconds behind them, and its commit with it.
 */
export function createReadTurns(queued: () => number) {
  const waiting: (() => void)[] = []
  let ofTurn = 0
  let scheduled = false

  const hasRoom = () => queued() < readRecords && ofTurn < turnRecords

  function later() {
    if (scheduled) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      ofTurn = 0
      while (waiting.length > 0 && hasRoom()) waiting.shift()?.()
      if (waiting.length > 0 && queued() < readRecords) later()
    })
  }

  return {
    /** Whether a connection may be read now; else `wake` is called when it may, in the order of the requests. */
    mayRead(wake: () => void): boolean {
      if (waiting.length === 0 && hasRoom()) return true
      waiting.push(wake)
      return false
    },
    /** Connections that wait to be read. */
    waiting: () => waiting.length,
    /** Records were queued. */
    added(records: number) {
      ofTurn += records
      later()
    },
    /** Records have left the queue. */
    room() {
      if (waiting.length > 0) later()
    },
  }
}

/**
 * Lets a connection be read in its turn; `exempt` while it has not signed in. Returns whether it waits for its turn now.
 */
export function readInTurn(
  socket: Socket,
  turns: Pick<ReadTurns, 'mayRead'>,
  exempt: () => boolean,
) {
  const read = socket.read.bind(socket)
  let state: 'idle' | 'waiting' | 'granted' = 'idle'
  const wake = () => {
    state = 'granted'
    socket.emit('readable')
  }
  socket.read = (size?: number) => {
    // Node itself reads nothing, to begin.
    if (size === 0) return read(size)
    if (state === 'idle' && !exempt() && !turns.mayRead(wake)) state = 'waiting'
    if (state === 'waiting') return null
    state = 'idle'
    return read(size)
  }
  return () => state === 'waiting'
}
