import { copyFileSync, linkSync, mkdirSync, statSync } from 'node:fs'
import { setPriority } from 'node:os'
import { dirname } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { BackupWriter, type Stored } from './backupFile.ts'
import { packFolder } from './tar.ts'

/** A folder to be packed into a file of the backup. */
export type CopyJob = {
  readonly folder: string
  readonly to: string
  /** A file of an earlier backup with the same content. */
  readonly known?: (Stored & { readonly path: string }) | undefined
}

export type CopyWork = { readonly jobs: readonly CopyJob[]; readonly key: Uint8Array | undefined }

/** One job is done. `isNew`: it takes space of its own. */
export type CopyDone = { readonly index: number; readonly isNew: boolean } & Stored

/** Runs in a thread of its own: packing, hashing and sealing would hold up the server for minutes. */
function copyAll({ jobs, key }: CopyWork, done: (one: CopyDone) => void): void {
  jobs.forEach((job, index) => {
    mkdirSync(dirname(job.to), { recursive: true, mode: 0o700 })
    done({ index, ...(again(job) ?? pack(job, key && Buffer.from(key))) })
  })
}

/** The file of an earlier backup once more: a link, or a copy where the disk knows no links. */
function again({ known, to }: CopyJob): Omit<CopyDone, 'index'> | undefined {
  if (!known) return undefined
  const { path, ...stored } = known
  try {
    if (statSync(path).size !== stored.bytes) return undefined
    linkSync(path, to)
    return { ...stored, isNew: false }
  } catch {
    try {
      copyFileSync(path, to)
      return { ...stored, isNew: true }
    } catch {
      return undefined
    }
  }
}

function pack({ folder, to }: CopyJob, key: Buffer | undefined): Omit<CopyDone, 'index'> {
  const file = new BackupWriter(to, key)
  try {
    for (const chunk of packFolder(folder)) file.write(chunk)
  } catch (error) {
    file.abandon()
    throw error
  }
  return { ...file.end(), isNew: true }
}

/** Copies in a thread of its own; `onDone` is called after each job. Rejects when one fails, and when `signal` ends it. */
export async function copyInThread(
  work: CopyWork,
  { onDone, signal }: { onDone: (one: CopyDone) => void; signal?: AbortSignal | undefined },
): Promise<void> {
  const thread = new Worker(new URL('./copyParts.ts', import.meta.url), {
    workerData: work,
    // Its environment is not needed, and holds secrets.
    env: {},
  })
  const stop = () => void thread.terminate()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    await new Promise<void>((resolve, reject) => {
      thread.on('message', onDone)
      thread.once('error', reject)
      thread.once('exit', (code) => {
        if (code === 0) resolve()
        else reject(signal?.reason ?? new Error(`The copying thread ended with ${code}.`))
      })
    })
  } finally {
    signal?.removeEventListener('abort', stop)
    await thread.terminate()
  }
}

if (!isMainThread && parentPort) {
  const port = parentPort
  // On Linux a thread has a priority of its own: people who wait for the server go first.
  setPriority(15)
  copyAll(workerData, (one) => port.postMessage(one))
}
