import type { BufferFigures, LastSeen, RefusedEntry } from './bufferFile.ts'
import type { EdgeBuffer } from './edgeBuffer.ts'
import type { Connection } from './uplink.ts'

/** Records that were not sent on, as many as the overview shows. */
const shownKept = 20

/** What an edge recorder says of itself at one moment, ms. */
export type EdgeStatus = {
  readonly name: string
  readonly version: string
  readonly now: number
  readonly connection: Connection
  readonly queue: {
    readonly records: number
    readonly bytes: number
    readonly maxBytes: number
    readonly oldestAt: number | null
    readonly isFull: boolean
  }
  readonly counts: Pick<BufferFigures, 'received' | 'accepted' | 'duplicate' | 'quarantined'>
  readonly machines: readonly LastSeen[]
  readonly kept: readonly Omit<RefusedEntry, 'line'>[]
}

/** Reads the buffer: a file on this machine. */
export function edgeStatus(
  of: { readonly name: string; readonly version: string; readonly maxBytes: number },
  buffer: EdgeBuffer,
  connection: Connection,
  now: number,
): EdgeStatus {
  const { queuedRecords, queuedBytes, ...counts } = buffer.figures()
  return {
    name: of.name,
    version: of.version,
    now,
    connection,
    queue: {
      records: queuedRecords,
      bytes: queuedBytes,
      maxBytes: of.maxBytes,
      oldestAt: buffer.oldestAt(),
      isFull: buffer.isFull(),
    },
    counts,
    machines: buffer.machines(),
    kept: buffer
      .refused(shownKept)
      .map(({ serialNo, receivedAt, reason }) => ({ serialNo, receivedAt, reason })),
  }
}
