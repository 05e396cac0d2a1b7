import { readdir, readFile, readlink } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { isRunning } from '../src/program/processFile.ts'

/** For tests that start and end whole trees of processes; Linux only. */

/** The file that a process of the server is started with. */
export const serverProgram = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/**
 * What a process of Packboard that a test starts knows of ours: nothing but where programs are, and what other processes of
 * this run have compiled (`scripts/test.mjs`), which is half of the work of a start.
 */
export const childEnvironment = () => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
})

/** The processes that a process has started, and what they have started. */
export async function descendants(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const children = text.split(' ').filter(Boolean).map(Number)
  return [...children, ...(await Promise.all(children.map(descendants))).flat()]
}

/** The processes that work in a directory or have a file of it open. */
export async function holders(directory: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const held = await Promise.all(
    pids.map(async (pid) => ((await holds(pid, directory)) ? [pid] : [])),
  )
  return held.flat()
}

async function holds(pid: number, directory: string): Promise<boolean> {
  const files = await readdir(`/proc/${pid}/fd`).catch(() => [])
  const links = [`/proc/${pid}/cwd`, ...files.map((file) => `/proc/${pid}/fd/${file}`)]
  const targets = await Promise.all(links.map((link) => readlink(link).catch(() => '')))
  return targets.some((target) => target.startsWith(directory))
}

/** The number 0 would mean every process of this group. */
export function signalTo(pid: number, signal: NodeJS.Signals) {
  if (pid > 0 && isRunning(pid)) process.kill(pid, signal)
}
