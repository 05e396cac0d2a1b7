import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from './processes.ts'

const command = fileURLToPath(new URL('../src/command.ts', import.meta.url))

export type CommandOutcome = {
  readonly code: number | null
  readonly signal: string | null
  readonly out: string
  readonly err: string
}

/** Runs `packboard backup | restore | check | status` as a process of its own. */
export function startCommand(
  args: readonly string[],
  env: Record<string, string>,
  /** Called with each step as it is made. */
  onStep: (step: Record<string, unknown>, child: ChildProcess) => void = () => {},
) {
  const child = spawn(process.execPath, [command, ...args, '--progress'], {
    env: { ...childEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += String(chunk)
  })
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.startsWith('{')) onStep(JSON.parse(line), child)
    else err += `${line}\n`
  })
  const ended = (async (): Promise<CommandOutcome> => {
    const [code, signal] = await once(child, 'close')
    return { code, signal, out: out.trim(), err: err.trim() }
  })()
  return { child, ended }
}

export const runCommand = (args: readonly string[], env: Record<string, string>) =>
  startCommand(args, env).ended
