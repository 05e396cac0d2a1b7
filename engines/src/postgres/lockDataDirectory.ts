import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { DataDirectoryInUse } from '../dataDirectoryInUse.ts'

/** A Packboard that was just killed may need a moment to end. */
const patienceMs = 1_500

/**
 * Makes this process the only Packboard of this machine on a data directory. The lock is a name in the kernel (an
 * abstract socket), so it disappears with the process, however it ended. The name contains a secret of the directory,
 * so that no other user can take it first.
 */
export async function lockDataDirectory(directory: string, secret: string) {
  if (process.platform !== 'linux') return { release() {} }
  const { dev, ino } = await stat(directory)
  const name = createHash('sha256').update(`${dev}:${ino}:${secret}`).digest('hex').slice(0, 40)
  const lock = createServer((socket) => socket.destroy())
  const until = Date.now() + patienceMs
  while (!(await taken(lock, `\0packboard-${name}`))) {
    if (Date.now() > until) throw new DataDirectoryInUse(directory)
    await pause(50)
  }
  lock.unref()
  return {
    release() {
      lock.close()
    },
  }
}

function taken(lock: Server, name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    lock.removeAllListeners('error').removeAllListeners('listening')
    lock.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    })
    lock.listen(name, () => resolve(true))
  })
}
