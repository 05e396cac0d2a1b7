import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { DataDirectoryInUse } from './dataDirectoryInUse.ts'

/**
 * Makes this process the only Packboard of this machine on a data directory. The lock is a name in the kernel (an
 * abstract socket), so it is gone the moment the process is, however it ended. The name holds a secret of the
 * directory, so that no stranger can take it first.
 */
export async function lockDataDirectory(directory: string, secret: string) {
  if (process.platform !== 'linux') return { release() {} }
  const { dev, ino } = await stat(directory)
  const name = createHash('sha256').update(`${dev}:${ino}:${secret}`).digest('hex').slice(0, 40)
  const lock = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    lock.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new DataDirectoryInUse(directory) : error)
    })
    lock.listen(`\0packboard-${name}`, resolve)
  })
  lock.unref()
  return {
    release() {
      lock.close()
    },
  }
}
