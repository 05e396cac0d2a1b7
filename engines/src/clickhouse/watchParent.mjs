/** Ends the engine with its parent: the pipe on stdin closes when Packboard closes it, exits or is killed. */
import { readSync } from 'node:fs'

const byte = Buffer.alloc(1)
const pause = new Int32Array(new SharedArrayBuffer(4))

for (;;) {
  try {
    if (readSync(0, byte) === 0) break
  } catch (error) {
    if (error.code !== 'EAGAIN') break
    Atomics.wait(pause, 0, 0, 200)
  }
}
// Killing is safe: what was acknowledged is on disk. A signal, because the main thread is blocked and handles no
// events.
process.kill(process.pid, 'SIGKILL')
