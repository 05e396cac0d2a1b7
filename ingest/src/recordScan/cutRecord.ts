import { randomUUID } from 'node:crypto'
import { type QuarantineReason, structureLimits } from '@packboard/model'
import type { Incoming, MqttMessage } from '../connector.ts'
import type { Bound, Span } from './scanRecords.ts'

/** The whole record as text. */
export function rawText(wire: unknown): string {
  if (typeof wire === 'string') return wire
  if (Buffer.isBuffer(wire)) return wire.toString('base64')
  return JSON.stringify(wire) ?? String(wire)
}

const { record: bounds } = structureLimits

const sentences: Readonly<Record<Bound, string>> = {
  values: `a record has more than ${bounds.values} values`,
  depth: `a record is nested more than ${bounds.depth} deep`,
  bytes: `a record is longer than ${bounds.bytes} bytes`,
  names: `a name of a record has more than ${bounds.nameCharacters} characters`,
}

export const boundSentence = (bound: Bound) => sentences[bound]

/** A record that breaks a bound, as cut text: nothing of it was read but its serial number, as far as the text shows one. */
function cutRecord(bytes: Uint8Array, bound: Bound): Incoming {
  const text = cutText(bytes)
  return {
    ...{ refused: 'cut', detail: cutDetail(sentences[bound], bytes.length) },
    ...{ serialNo: serialNoIn(text), wire: text },
  }
}

/** The reason with what is left of the record. */
export function cutDetail(reason: string, bytes: number): string {
  const rest = bytes > bounds.bytes ? `, and ${bounds.bytes} of its ${bytes} bytes are kept` : ''
  return `${reason}: it was not read${rest}`
}

/** As much of a text as is kept of a record, or of what is no text the beginning in base64. */
export function cutText(bytes: Uint8Array): string {
  const beginning = bytes.subarray(0, bounds.bytes)
  try {
    // A character that the end cuts through is left out.
    return new TextDecoder('utf-8', { fatal: true }).decode(beginning, { stream: true })
  } catch {
    return cutBase64(bytes, bounds.bytes)
  }
}

/** The beginning of bytes in base64, so many characters at most. */
function cutBase64(bytes: Uint8Array, characters: number): string {
  return Buffer.from(bytes.subarray(0, Math.floor(characters / 4) * 3)).toString('base64')
}

const serialNoField = /"serialNo"\s{0,8}:\s{0,8}"([^"\\]{1,64})"/

const serialNoIn = (text: string) => serialNoField.exec(text)?.[1] ?? ''

/** A text of JSON whose records are all within the bounds. */
export type WithinBounds = {
  readonly text: Buffer
  /** The record that this value stands for, where one was left out. */
  cutAt(value: unknown): Incoming | undefined
}

/**
 * The text with a name in the place of each record that breaks a bound, so that the parser sees its grammar and builds nothing of
 * them. No sender can know the names.
 */
export function leaveOut(text: Buffer, beyond: readonly Span[]): WithinBounds {
  if (beyond.length === 0) return { text, cutAt: () => undefined }
  const names = randomUUID()
  const cut = new Map<string, Incoming>()
  const pieces: Buffer[] = []
  let behind = 0
  for (const { start, end, bound } of beyond) {
    const name = `${names} ${cut.size}`
    cut.set(name, cutRecord(text.subarray(start, end), bound))
    pieces.push(text.subarray(behind, start), Buffer.from(`"${name}"`))
    behind = end
  }
  pieces.push(text.subarray(behind))
  return {
    text: Buffer.concat(pieces),
    cutAt: (value) => (typeof value === 'string' ? cut.get(value) : undefined),
  }
}

/** Instead of the text of a message whose text stands with the record before. */
const sameMessage = '{"text":"as of the record before it: both are of one message"}'

type Why = { readonly reason: QuarantineReason; readonly detail: string }

/**
 * The texts that are kept of the records of one reading. One that became longer than a record may be loses its end, and says so;
 * a message of which many records are quarantined is kept once.
 */
export function createKeptRaw() {
  let before: unknown
  return (wire: unknown, why: Why): Why & { readonly raw: string } => {
    const isRepeated = typeof wire === 'object' && wire !== null && wire === before
    before = wire
    if (isRepeated) return { ...why, raw: sameMessage }
    const raw = rawText(wire)
    // At most three bytes a character.
    if (raw.length * 3 <= bounds.bytes) return { ...why, raw }
    const bytes = Buffer.from(raw)
    if (bytes.length <= bounds.bytes) return { ...why, raw }
    const detail = `${why.detail}; ${bounds.bytes} of its ${bytes.length} bytes are kept`
    return { reason: 'cut', detail, raw: cutText(bytes) }
  }
}

/** What stands around topic and payload in the text that is kept. */
const frameBytes = 64

/**
 * A message that is no record of its own, as it is quarantined: its topic and its bytes in base64. Of a long one the beginning, and
 * `bytes` says how long it was.
 */
export function keptMessage({ topic, payload }: Pick<MqttMessage, 'topic' | 'payload'>): {
  readonly topic: string
  readonly payload: string
  readonly bytes?: number
} {
  const ofTopic = topic.slice(0, topicCharacters)
  const left = bounds.bytes - frameBytes - Buffer.byteLength(JSON.stringify(ofTopic))
  const text = cutBase64(payload, left)
  const isWhole = payload.length <= Math.floor(left / 4) * 3
  return { topic: ofTopic, payload: text, ...(!isWhole && { bytes: payload.length }) }
}

/** Written as escapes they are 6 kB at most. */
const topicCharacters = 1_024
