import { setImmediate as turn } from 'node:timers/promises'
import { recordFileFaults } from '@packboard/contract'
import { fileReaderLimits } from '@packboard/model'
import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import type { Cell } from './csvRows.ts'
import { FileFault } from './fileFault.ts'
import type { ReaderCommand } from './readerCommands.ts'
import { startReaderProcess } from './readerProcess.ts'
import type { TableRow } from './readRows.ts'

/** A file that is open in a process of its own. */
export type FileReader = {
  ask<Answer>(command: ReaderCommand, answer: z.ZodType<Answer>): Promise<Answer>
  /** Rows in messages of a bounded size; the process makes no more than are read here. */
  rows(command: ReaderCommand): AsyncGenerator<RowBatch>
  close(): Promise<void>
}

type RowBatch = { readonly rows: readonly TableRow[]; readonly share: number }

const lastWords = 2_000
const newline = 10

/**
 * Opens a file in a process of its own. However that process ends, and whatever it sends, is a fault of the file: too much heap, too much
 * processor time, a message above its bound or one that is none.
 */
export function openFileReader(options: {
  readonly folder: string
  readonly prefix: readonly string[]
  readonly signal: AbortSignal
  readonly log: FastifyBaseLogger
}): FileReader {
  const { folder, prefix, signal, log } = options
  const child = startReaderProcess(folder, prefix)
  const { stdin, stdout, stderr } = child
  if (!stdin || !stdout || !stderr) throw new Error('A file reader has no pipes.')
  let words = ''
  stderr.on('data', (chunk) => {
    words = (words + String(chunk)).slice(-lastWords)
  })
  stdin.on('error', () => undefined)
  stdout.on('error', () => undefined)
  const end = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', end, { once: true })
  const ended = new Promise<FileFault>((resolve) => {
    child.once('error', (error) => resolve(new FileFault('ended', { cause: error })))
    child.once('close', (code, by) => {
      const fault = new FileFault(faultOfEnd(by, words))
      if (!signal.aborted && !isClosed) log.warn({ code, signal: by, words }, 'A file reader ended')
      resolve(fault)
    })
  })
  let isClosed = false
  const messages = linesOf(stdout)

  async function next(): Promise<Readonly<Record<string, unknown>>> {
    const line = await messages.next()
    signal.throwIfAborted()
    if (line.done) throw await ended
    const message = parsed(line.value)
    const { fault } = message
    const known = recordFileFaults.find((each) => each === fault)
    if (known) throw new FileFault(known)
    // Other work of the server comes between two messages.
    await turn()
    return message
  }

  const send = (command: ReaderCommand) => stdin.write(`${JSON.stringify(command)}\n`)

  return {
    async ask(command, answer) {
      send(command)
      const message = await next()
      const read = answer.safeParse(message.answer)
      if (!read.success) throw new FileFault('ended', { cause: read.error })
      return read.data
    },
    async *rows(command) {
      send(command)
      for (;;) {
        const message = await next()
        if (message.isEnd === true) return
        yield batchOf(message)
      }
    },
    async close() {
      isClosed = true
      signal.removeEventListener('abort', end)
      end()
      // What was not read would keep its pipe, and this call, open.
      stdout.destroy()
      stderr.destroy()
      await ended
    },
  }
}

/** The heap's end is said by Node before it aborts; the processor time's end is a signal of the kernel. */
function faultOfEnd(signal: string | null, words: string) {
  if (signal === 'SIGXCPU') return 'time'
  if (words.includes('heap out of memory') || signal === 'SIGABRT' || signal === 'SIGKILL') {
    return 'memory'
  }
  return 'ended'
}

/** Lines of a pipe, which is read no further while one is handled. */
async function* linesOf(pipe: AsyncIterable<unknown>): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of pipe) {
    if (!Buffer.isBuffer(chunk)) continue
    let begin = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, begin)) {
      parts.push(chunk.subarray(begin, at))
      yield Buffer.concat(parts).toString('utf8')
      parts = []
      bytes = 0
      begin = at + 1
    }
    const rest = chunk.subarray(begin)
    bytes += rest.length
    if (bytes > fileReaderLimits.messageBytes) throw new FileFault('ended')
    parts.push(rest)
  }
}

function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    const message: unknown = JSON.parse(line)
    if (isObject(message)) return message
  } catch {
    // Said below.
  }
  throw new FileFault('ended')
}

const rowFaults = ['tooLong', 'quoteOpen', 'quoteInside', 'notJson', 'nested', 'cells'] as const

function batchOf({ rows, share }: Readonly<Record<string, unknown>>): RowBatch {
  if (!Array.isArray(rows) || typeof share !== 'number') throw new FileFault('ended')
  return { rows: rows.map(rowOf), share: Math.min(1, Math.max(0, share)) }
}

function rowOf(row: unknown): TableRow {
  if (!isObject(row) || typeof row.line !== 'number') throw new FileFault('ended')
  const { line, cells, fault } = row
  const known = rowFaults.find((each) => each === fault)
  if (known) return { line, fault: known }
  if (!Array.isArray(cells) || !cells.every(isCell)) throw new FileFault('ended')
  return { line, cells }
}

const isCell = (cell: unknown): cell is Cell =>
  cell === null || ['string', 'number', 'boolean'].includes(typeof cell)

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
