import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * The log of the server: one line of JSON per event on standard output. Secrets are not logged: requests are logged by
 * method, route, path, status and duration only, and the fields below are blanked if code ever passes them.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const secrets = [
    'password',
    'newPassword',
    'accessToken',
    'token',
    'resetToken',
    'emailToken',
    '["x-access-token"]',
    'authorization',
  ]
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: secrets.flatMap((name) => {
        const dotted = name.startsWith('[') ? name : `.${name}`
        return [name, `*${dotted}`, `*.*${dotted}`, `*.*.*${dotted}`]
      }),
      censor: '[secret]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** What is remembered of the log: so many of the newest lines and bytes of them, and the same of warnings and errors. */
const bounds = { lines: 1_000, bytes: 1_000_000 } as const
/** A longer line, such as one with the last output of an engine, is not remembered. */
const lineBytes = 16_000

/** The newest lines of the log, as they were written: for a support bundle, since Packboard writes no file of its log. */
export type RecentLog = {
  /** Remembers each line that goes to this destination. */
  before(destination: DestinationStream): DestinationStream
  /** The oldest first. */
  lines(): readonly string[]
}

export function recentLog(): RecentLog {
  // Warnings are kept apart: a busy hour of answered requests must not push them out.
  const all = ring()
  const warnings = ring()
  let next = 0
  const remember = (line: string) => {
    if (line.length > lineBytes) return
    next += 1
    const isWarning = /^\{"level":"(warn|error|fatal)"/.test(line)
    ;(isWarning ? warnings : all).add({ number: next, line })
  }
  return {
    before: (destination) => ({
      write(line) {
        remember(line)
        destination.write(line)
      },
    }),
    lines: () =>
      [...all.entries(), ...warnings.entries()]
        .sort((one, other) => one.number - other.number)
        .map(({ line }) => line),
  }
}

type Entry = { readonly number: number; readonly line: string }

function ring() {
  let entries: Entry[] = []
  let first = 0
  let bytes = 0
  return {
    add(entry: Entry) {
      entries.push(entry)
      bytes += entry.line.length
      while (entries.length - first > bounds.lines || bytes > bounds.bytes) {
        bytes -= entries[first]?.line.length ?? 0
        first += 1
      }
      // Not at each line: a shift of a long array moves all of it.
      if (first > bounds.lines) {
        entries = entries.slice(first)
        first = 0
      }
    },
    entries: () => entries.slice(first),
  }
}
