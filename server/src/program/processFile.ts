import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const fileOf = (dataDir: string) => join(dataDir, 'packboard.pid')

/**
 * Writes the id of this process into the data directory, so that a second start can name it; to be called when the engines
 * have locked it. The returned function removes it. A file that was left by a kill does no harm.
 */
export async function writeProcessFile(dataDir: string): Promise<() => Promise<void>> {
  await writeFile(fileOf(dataDir), `${process.pid}\n`)
  return () => rm(fileOf(dataDir), { force: true })
}

/** The process that works on a data directory, when it is known and still runs. */
export function processOn(dataDir: string): number | undefined {
  const pid = Number(textOf(fileOf(dataDir)))
  return Number.isSafeInteger(pid) && pid > 0 && isRunning(pid) ? pid : undefined
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It runs, and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
