import { chmod, open, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'

/**
 * How `packboard backup`, `check`, `status`, `rebuild`, `rekey` and `import-records` reach the server that runs: a socket in the data directory that only its user can
 * open: a user who can read the data anyway. A call is a line of JSON; the answer is lines, the last one its outcome.
 */
const controlCall = z.discriminatedUnion('command', [
  z.object({
    command: z.literal('backup'),
    folder: z.string().optional(),
    key: z.string().optional(),
  }),
  z.object({ command: z.literal('check'), days: z.number().int().min(0).max(10_000) }),
  z.object({ command: z.literal('status') }),
  z.object({ command: z.literal('rekey'), lost: z.boolean() }),
  z.object({
    command: z.literal('rebuild'),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    machine: z.string().optional(),
  }),
  z.object({
    command: z.literal('importRecords'),
    file: z.string(),
    machine: z.string(),
    mapping: z.unknown().optional(),
    dryRun: z.boolean(),
  }),
])
export type ControlCall = z.output<typeof controlCall>

/** Does what a call says; `progress` writes a line meanwhile, and what is returned is the last one. */
export type ControlWork = (
  call: ControlCall,
  progress: (line: object) => void,
  signal: AbortSignal,
) => Promise<unknown>

const longestCall = 64_000
/** The path of a socket has at most 107 characters. */
const longestPath = 100

/** The socket by a path that is short enough, through an open descriptor of its folder where it must be. */
async function socketPath(dataDir: string) {
  const path = join(dataDir, 'control.sock')
  if (Buffer.byteLength(path) <= longestPath) return { path, close: async () => {} }
  const folder = await open(dataDir, 'r')
  return { path: `/proc/self/fd/${folder.fd}/control.sock`, close: () => folder.close() }
}

export async function openControlSocket(
  dataDir: string,
  work: ControlWork,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const way = await socketPath(dataDir)
  // Of a process that was killed: the lock of the data directory says that it is gone.
  await rm(way.path, { force: true })
  const server = createServer((incoming, answer) => {
    serve(incoming, answer, work).catch((error: unknown) => {
      log.warn({ err: error }, 'A command could not be answered')
      answer.destroy()
    })
  })
  const before = process.umask(0o077)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(way.path, resolve)
    })
  } finally {
    process.umask(before)
  }
  await chmod(way.path, 0o600)
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await rm(way.path, { force: true })
    await way.close()
  }
}

async function serve(incoming: IncomingMessage, answer: ServerResponse, work: ControlWork) {
  let text = ''
  for await (const chunk of incoming) {
    text += String(chunk)
    if (text.length > longestCall) throw new Error('The call is too long.')
  }
  const call = controlCall.parse(JSON.parse(text))
  const gone = new AbortController()
  answer.once('close', () => gone.abort(new Error('The command was ended.')))
  const write = (line: object) => void answer.write(`${JSON.stringify(line)}\n`)
  try {
    write({ done: await work(call, (progress) => write({ progress }), gone.signal) })
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    write({ failed: { name, message } })
  }
  answer.end()
}

/** The server did what was wanted, and it failed there. */
class CommandFailed extends Error {
  constructor({ name, message }: { name: string; message: string }) {
    super(message)
    this.name = name
  }
}

/** The server ended, or was killed, while the command waited for it. */
export class ServerEnded extends Error {
  constructor(options?: ErrorOptions) {
    super(
      'The server ended before the command was done; start it and run the command again.',
      options,
    )
    this.name = 'ServerEnded'
  }
}

const line = z.union([
  z.object({ progress: z.unknown() }),
  z.object({ done: z.unknown() }),
  z.object({ failed: z.object({ name: z.string(), message: z.string() }) }),
])

/** Sends a call to the server of a data directory; undefined when none runs there. */
export async function callServer(
  dataDir: string,
  call: ControlCall,
  onProgress: (progress: unknown) => void,
): Promise<{ readonly done: unknown } | undefined> {
  const way = await socketPath(dataDir).catch(() => undefined)
  if (way === undefined) return undefined
  try {
    return await send(way.path, call, onProgress)
  } finally {
    await way.close()
  }
}

function send(
  socketPath: string,
  call: ControlCall,
  onProgress: (progress: unknown) => void,
): Promise<{ readonly done: unknown } | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath, method: 'POST', path: '/' }, (answer) => {
      let text = ''
      let outcome: { done: unknown } | undefined
      answer.on('data', (chunk) => {
        text += String(chunk)
        const lines = text.split('\n')
        text = lines.pop() ?? ''
        for (const each of lines) {
          const said = line.parse(JSON.parse(each))
          if ('progress' in said) onProgress(said.progress)
          else if ('failed' in said) reject(new CommandFailed(said.failed))
          else outcome = { done: said.done }
        }
      })
      answer.once('close', () => {
        if (outcome) resolve(outcome)
        else reject(new ServerEnded())
      })
    })
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (['ENOENT', 'ECONNREFUSED'].includes(error.code ?? '')) resolve(undefined)
      else reject(error.code === 'ECONNRESET' ? new ServerEnded({ cause: error }) : error)
    })
    outgoing.end(JSON.stringify(call))
  })
}
