import { closeSync, openSync, readSync } from 'node:fs'

/** Sizes of SQLite's write-ahead log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
const headerBytes = 32
const frameHeaderBytes = 24

/**
 * How many frames a write-ahead log holds that belong to its present run, whether whole or torn: those with the salts
 * of its header, up to the first other one. A torn last one counts as one. Frames of an earlier run behind them, which
 * SQLite overwrites one after the other, do not count. 0 where there is no log.
 */
export function framesIn(file: string): number {
  let handle: number
  try {
    handle = openSync(file, 'r')
  } catch {
    return 0
  }
  try {
    const header = Buffer.alloc(headerBytes)
    if (readSync(handle, header, 0, headerBytes, 0) < headerBytes) return 0
    const salts = header.subarray(16, 24)
    const frameBytes = frameHeaderBytes + header.readUInt32BE(8)
    const frame = Buffer.alloc(frameHeaderBytes)
    for (let frames = 0; ; frames += 1) {
      const read = readSync(handle, frame, 0, 16, headerBytes + frames * frameBytes)
      if (read < 16 || !frame.subarray(8, 16).equals(salts)) return frames
    }
  } finally {
    closeSync(handle)
  }
}
