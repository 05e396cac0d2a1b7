import { createHash, type Hash } from 'node:crypto'
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import {
  frameBytes,
  headerBytes,
  NotOpened,
  opening,
  sealedFrameBytes,
  sealing,
} from './sealing.ts'

/** What lies on the disk: the manifest holds both. */
export type Stored = { readonly bytes: number; readonly sha256: string }

/** A file of a backup is not as its manifest says. */
export class FileDiffers extends Error {
  constructor(path: string) {
    super(`The file ${path} of the backup is damaged: it is not as its manifest says.`)
    this.name = 'FileDiffers'
  }
}

/**
 * A new file of a backup, sealed where there is a key. It is written step by step without a wait, by a thread that has nothing else
 * to do.
 */
export class BackupWriter {
  readonly #file: number
  readonly #hash: Hash = createHash('sha256')
  readonly #seal: ReturnType<typeof sealing> | undefined
  #held: Buffer[] = []
  #heldBytes = 0
  #bytes = 0

  constructor(path: string, key: Buffer | undefined) {
    this.#file = openSync(path, 'wx', 0o600)
    this.#seal = key && sealing(key)
    if (this.#seal) this.#put(this.#seal.header)
  }

  write(chunk: Buffer): void {
    if (!this.#seal) {
      this.#put(chunk)
      return
    }
    this.#held.push(Buffer.from(chunk))
    this.#heldBytes += chunk.length
    // The last frame waits for the end, which alone knows that it is the last.
    while (this.#heldBytes > frameBytes) {
      const all = Buffer.concat(this.#held)
      this.#put(this.#seal.next(all.subarray(0, frameBytes), false))
      this.#held = [all.subarray(frameBytes)]
      this.#heldBytes = all.length - frameBytes
    }
  }

  /** The file is on the disk when it returns. */
  end(): Stored {
    if (this.#seal) this.#put(this.#seal.next(Buffer.concat(this.#held), true))
    fsyncSync(this.#file)
    closeSync(this.#file)
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }

  /** Gives up a file that is not to be used. */
  abandon(): void {
    closeSync(this.#file)
  }

  #put(chunk: Buffer): void {
    this.#hash.update(chunk)
    for (let at = 0; at < chunk.length; ) at += writeSync(this.#file, chunk, at)
    this.#bytes += chunk.length
  }
}

/**
 * What a file of a backup holds, piece by piece. At its end it is compared with its manifest, and `FileDiffers` is thrown where it
 * is another; until then nothing that was read is known to be right.
 */
export function* readBackupFile(
  path: string,
  name: string,
  stored: Stored,
  key: Buffer | undefined,
): Generator<Buffer> {
  const file = openSync(path, 'r')
  try {
    if (fstatSync(file).size !== stored.bytes) throw new FileDiffers(name)
    const hash = createHash('sha256')
    let left = stored.bytes
    const take = (most: number): Buffer => {
      const chunk = Buffer.allocUnsafe(Math.min(most, left))
      for (let at = 0; at < chunk.length; ) {
        const read = readSync(file, chunk, at, chunk.length - at, null)
        if (read === 0) throw new FileDiffers(name)
        at += read
      }
      left -= chunk.length
      hash.update(chunk)
      return chunk
    }
    if (key) {
      try {
        const frames = opening(key, take(headerBytes))
        while (left > 0) {
          const frame = take(sealedFrameBytes)
          yield frames.next(frame, left === 0)
        }
      } catch (error) {
        // The key was checked by the manifest: it is the file that is another one.
        throw error instanceof NotOpened ? new FileDiffers(name) : error
      }
    } else {
      while (left > 0) yield take(frameBytes)
    }
    if (hash.digest('hex') !== stored.sha256) throw new FileDiffers(name)
  } finally {
    closeSync(file)
  }
}

/** Reads a file to its end; throws `FileDiffers`. It needs no key. */
export function checkBackupFile(path: string, name: string, stored: Stored): void {
  for (const _ of readBackupFile(path, name, stored, undefined));
}
