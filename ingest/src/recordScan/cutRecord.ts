import { structureLimits } from '@packboard/model'
import type { Incoming } from '../connector.ts'
import type { Bound } from './scanRecords.ts'

const { record: bounds } = structureLimits

const sentences: Readonly<Record<Bound, string>> = {
  values: `a record has more than ${bounds.values} values`,
  depth: `a record is nested more than ${bounds.depth} deep`,
  bytes: `a record is longer than ${bounds.bytes} bytes`,
  names: `a name of a record has more than ${bounds.nameCharacters} characters`,
}

export const boundSentence = (bound: Bound) => sentences[bound]

/** A record that breaks a bound, as cut text: nothing of it was read but its serial number, as far as the text shows one. */
export function cutRecord(bytes: Uint8Array, bound: Bound): Incoming {
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
export function cutBase64(bytes: Uint8Array, characters: number): string {
  return Buffer.from(bytes.subarray(0, Math.floor(characters / 4) * 3)).toString('base64')
}

const serialNoField = /"serialNo"\s{0,8}:\s{0,8}"([^"\\]{1,64})"/

const serialNoIn = (text: string) => serialNoField.exec(text)?.[1] ?? ''
