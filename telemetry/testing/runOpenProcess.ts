import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A running `openProcess.ts`, and what it has printed so far. */
export type OpenProcess = {
  readonly child: ChildProcess
  readonly lines: string[]
  /** The batches whose commits were acknowledged: they are on disk. */
  acknowledged(): number[]
  enginePid(): number
  /** Resolves with the first line that begins so, or rejects when the process ends without printing it. */
  says(begin: string): Promise<string>
  /** Ends it with SIGKILL and waits until it is gone. */
  kill(): Promise<void>
}

export const runOpenProcess = (
  dataDir: string,
  mode: 'hold' | 'write',
  fsync: 'on' | 'off' = 'on',
) => runProcess('openProcess.ts', [dataDir, mode, fsync])

/** Runs a file of this folder as a process of its own. */
export function runProcess(file: string, words: readonly string[]): OpenProcess {
  const script = fileURLToPath(new URL(file, import.meta.url))
  const child = spawn(process.execPath, [script, ...words], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const heard = createInterface({ input: child.stdout })
  heard.on('line', (line) => lines.push(line))
  const gone = once(child, 'close')

  const after = (begin: string) =>
    lines.filter((line) => line.startsWith(begin)).map((line) => line.slice(begin.length))
  return {
    child,
    lines,
    acknowledged: () => after('acknowledged ').map(Number),
    enginePid: () => Number(after('engine ')[0]),
    says: (begin) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const line = lines.find((said) => said.startsWith(begin))
          if (line === undefined) return false
          resolve(line)
          return true
        }
        if (look()) return
        const listen = () => {
          if (look()) heard.off('line', listen)
        }
        heard.on('line', listen)
        gone.then(() => {
          if (!look()) reject(new Error(`It ended without “${begin}”: ${lines.join(' / ')}`))
        })
      }),
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** Whether a process of this number runs; an ended one that its parent did not yet reap does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return process.platform !== 'linux'
  }
}
