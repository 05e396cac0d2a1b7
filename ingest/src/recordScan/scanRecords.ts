import { randomInt } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { structureLimits } from '@packboard/model'

/** Other for each process: nobody can choose names that count as one. */
const seed = randomInt(2 ** 31)
const prime = 0x01000193
/** Places for hashes: of a thousand different names about eight fall together and count less. */
const places = 65_536
/** A record within its bounds has no more: each of its values stands below three names of its own at most. */
const namesOfRecord = 256

/** Of so many records the names of one are counted, by chance: no sender knows which, and a good call costs little. */
const oneOf = 8

/**
 * Counts the different names of the records of a text, never more than there are: the parser makes a class for each new combination of names, and
 * with 600,000 different ones it takes ten seconds for 8 MB.
 */
function createNameCount() {
  const seen = new Uint8Array(places / 8)
  const ofRecord = new Uint32Array(namesOfRecord)
  let inRecord = 0
  let different = 0
  let chance = seed
  let isCounted = true
  return {
    /** Whether the names of the present record count. */
    counts: () => isCounted,

    /** A name of the present record. */
    add(text: Uint8Array, start: number, end: number) {
      let hash = seed
      for (let at = start; at < end; at++) hash = Math.imul(hash ^ (text[at] ?? 0), prime)
      if (inRecord < namesOfRecord) ofRecord[inRecord++] = hash ^ (hash >>> 15)
    },
    /** The record has ended; the names of one that is left out do not count. */
    end(counts: boolean) {
      if (counts) {
        for (let each = 0; each < inRecord; each++) {
          const place = (ofRecord[each] ?? 0) % places
          const bit = 1 << (place & 7)
          const byte = seen[place >>> 3] ?? 0
          if ((byte & bit) !== 0) continue
          seen[place >>> 3] = byte | bit
          different += 1
        }
      }
      inRecord = 0
      chance = (Math.imul(chance, 1_103_515_245) + 12_345) & 0x7fffffff
      isCounted = (chance >>> 16) % oneOf === 0
    },
    different: () => different,
  }
}
type NameCount = ReturnType<typeof createNameCount>

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openList = 0x5b
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d
const lineEnd = 0x0a

const { record: bounds, call } = structureLimits
/** The longest way to write one character of a name: `\u0041`. */
const bytesOfCharacter = 6
/** A shorter text has no more names than are built in a tenth of a second. */
const namesFromBytes = 262_144
/** Others are served after so many bytes. */
export const sliceBytes = 1_048_576

/** The bound that a record breaks. */
export type Bound = 'values' | 'depth' | 'bytes' | 'names'

/** Where a record stands that breaks a bound, in bytes. */
export type Span = { readonly start: number; readonly end: number; readonly bound: Bound }

/**
 * How the records stand in a text: `body` is a list, an object with a list of the name `records`, or one record; `message` is
 * a list or one record; `lines` is one record a line.
 */
export type Form = 'body' | 'message' | 'lines'

type Scan = {
  /** Those that break a bound; the first one that each breaks. */
  readonly beyond: readonly Span[]
  /** The bound that the object around the list breaks by what else is in it. */
  readonly around: Bound | undefined
  /** Records, or blank lines, were counted up to one more than the most, and nothing behind it was looked at. */
  readonly tooMany: boolean
  /** The records that are within the bounds have more different names than a call may have. */
  readonly tooManyNames: boolean
  /** Every bracket and text that was opened is closed. */
  readonly isClosed: boolean
}

/** What is counted of a record, or of the object around the list. */
type Counted = { start: number; commas: number; bound: Bound | undefined }

/** Where the scan stands between two slices. */
type State = {
  at: number
  inText: boolean
  /** The last text: a name, when a colon follows it. */
  textStart: number
  textEnd: number
  depth: number
  /** Records are elements at this depth; 0: the text itself is the record, or each of its lines. */
  base: number
  now: Counted
  /** The object around the list, while its records are read. */
  outer: Counted | undefined
  records: number
  /** Lines with nothing in them: each costs something, too. */
  blanks: number
  hasList: boolean
  /** Undefined for a text that is too short to have too many. */
  readonly names: NameCount | undefined
  readonly beyond: Span[]
}

/**
 * Finds the records in a text of JSON and the bounds that they break, by its bytes alone: nothing is built of them. It does
 * not check the grammar; the parser does that afterwards, with what breaks a bound left out. The caller is not held up for
 * longer than a slice.
 */
export async function scanRecords(
  text: Uint8Array,
  form: Form,
  most: number,
  pause: () => Promise<unknown> = setImmediate,
): Promise<Scan> {
  const state = newState(text)
  while (state.at < text.length && !isOver(state, most)) {
    if (state.at > 0) await pause()
    scanSlice(text, Math.min(state.at + sliceBytes, text.length), form, most, state)
  }
  return ended(text, form, most, state)
}

/** The same at once, for what fits into one slice. */
export function scanMessage(text: Uint8Array, form: Form, most: number): Scan {
  const state = newState(text)
  scanSlice(text, text.length, form, most, state)
  return ended(text, form, most, state)
}

const newState = (text: Uint8Array): State => ({
  ...{ at: 0, inText: false, textStart: 0, textEnd: 0, depth: 0, base: 0 },
  now: { start: 0, commas: 0, bound: undefined },
  outer: undefined,
  ...{ records: 0, blanks: 0, hasList: false, beyond: [] },
  names: text.length > namesFromBytes ? createNameCount() : undefined,
})

const isOver = (state: State, most: number) =>
  state.records > most || state.blanks > most || hasTooManyNames(state)

const hasTooManyNames = ({ names }: State) => names !== undefined && names.different() > call.names

/** A function without waiting: one that waits is not compiled as well, and takes ten times as long for a byte. */
function scanSlice(text: Uint8Array, end: number, form: Form, most: number, state: State): void {
  const isLines = form === 'lines'
  const { names } = state
  const { values: mostValues, depth: mostDepth, nameCharacters: mostCharacters } = bounds
  const isBody = form === 'body'
  let { at, inText, textStart, textEnd, depth, base } = state
  let { commas } = state.now
  for (; at < end; at++) {
    let byte = text[at]
    if (inText) {
      for (; at < end; at++) {
        byte = text[at]
        if (byte === quote || (isLines && byte === lineEnd)) break
        if (byte === backslash && !(isLines && text[at + 1] === lineEnd)) at++
      }
      if (at >= end) break
      inText = false
      textEnd = at
      if (byte === quote) continue
      // No text of JSON goes over lines: a broken line hides nothing of the next.
    }
    if (byte === quote) {
      inText = true
      textStart = at + 1
    } else if (byte === colon) {
      const length = textEnd - textStart
      if (length > mostCharacters && isLongName(text, textStart, textEnd))
        state.now.bound ??= 'names'
      else if (names?.counts() && state.now.bound === undefined) names.add(text, textStart, textEnd)
      if (isBody && depth === 1 && base === 0) {
        const list = listNamedRecords(text, textStart, textEnd, at + 1)
        if (list === undefined) continue
        state.now.commas = commas
        state.outer = state.now
        state.now = { start: list + 1, commas: 0, bound: undefined }
        commas = 0
        base = 2
        state.hasList = true
        depth = 2
        at = list
      }
    } else if (byte === comma) {
      if (depth === base && depth > 0) {
        endRecord(text, at, state)
        commas = 0
        if (isOver(state, most)) break
      } else if (++commas >= mostValues) state.now.bound ??= 'values'
    } else if (byte === openList || byte === openObject) {
      if (depth === 0 && byte === openList && !isLines) {
        base = 1
        state.now = { start: at + 1, commas: 0, bound: undefined }
        commas = 0
      }
      depth++
      if (depth - base > mostDepth) state.now.bound ??= 'depth'
    } else if (byte === closeList || byte === closeObject) {
      if (depth === base && depth > 0) {
        endRecord(text, at, state)
        commas = 0
        if (state.outer) {
          state.now = state.outer
          commas = state.now.commas
          state.outer = undefined
        }
        base = 0
        if (isOver(state, most)) break
      }
      if (depth > 0) depth--
    } else if (byte === lineEnd && isLines) {
      endRecord(text, at, state)
      commas = 0
      depth = 0
      if (isOver(state, most)) break
    }
  }
  state.at = at
  state.inText = inText
  state.textStart = textStart
  state.textEnd = textEnd
  state.depth = depth
  state.base = base
  state.now.commas = commas
}

/** Takes note of the record before this place; nothing but white space is none. */
function endRecord(text: Uint8Array, at: number, state: State): void {
  const { start, bound } = state.now
  state.now = { start: at + 1, commas: 0, bound: undefined }
  // Nearly all records begin at once, and are short.
  if (start === at || (isBlank(text[start]) && firstByte(text, start, at) === at)) {
    state.blanks += 1
    return
  }
  state.records += 1
  const isShort = at - start <= bounds.bytes
  const span = bound === undefined && isShort ? undefined : trimmed(text, start, at)
  const isLong = span !== undefined && span.end - span.start > bounds.bytes
  const broken = bound ?? (isLong ? 'bytes' : undefined)
  state.names?.end(broken === undefined)
  if (span && broken) state.beyond.push({ ...span, bound: broken })
}

function ended(text: Uint8Array, form: Form, most: number, state: State): Scan {
  const { beyond, inText, hasList } = state
  const isClosed = form === 'lines' || (state.depth === 0 && !inText)
  const around = hasList ? state.now.bound : undefined
  // The last line, or the one record of a text that is no list.
  const isOpen = form === 'lines' || !(hasList || isList(text))
  if (isOpen && isClosed && !isOver(state, most)) endRecord(text, text.length, state)
  return {
    beyond,
    around,
    tooMany: state.records > most || state.blanks > most,
    tooManyNames: hasTooManyNames(state),
    isClosed,
  }
}

const isList = (text: Uint8Array) => text[firstByte(text, 0, text.length)] === openList

/** A record without the white space around it; of more than a record's length of it the rest counts as the record. */
function trimmed(text: Uint8Array, start: number, end: number): { start: number; end: number } {
  const first = firstByte(text, start, Math.min(end, start + bounds.bytes))
  let last = end
  const least = Math.max(first, end - bounds.bytes)
  while (last > least && isBlank(text[last - 1])) last--
  return { start: first, end: last }
}

const isBlank = (byte: number | undefined) =>
  byte === 0x20 || byte === lineEnd || byte === 0x0d || byte === 0x09

function firstByte(text: Uint8Array, from: number, end: number): number {
  let at = from
  while (at < end && isBlank(text[at])) at++
  return at
}

/** By its characters: letters beyond ASCII are several bytes, and each may be written as an escape. */
function isLongName(text: Uint8Array, start: number, end: number): boolean {
  if (end - start > bounds.nameCharacters * bytesOfCharacter) return true
  const name = nameOf(text, start, end)
  return name !== undefined && name.length > bounds.nameCharacters
}

function nameOf(text: Uint8Array, start: number, end: number): string | undefined {
  try {
    const name: unknown = JSON.parse(`"${Buffer.from(text.subarray(start, end)).toString()}"`)
    return typeof name === 'string' ? name : undefined
  } catch {
    return undefined
  }
}

const recordsName = 'records'

/** Where the list begins, when the name before the colon is that of the records and a list follows. */
function listNamedRecords(
  text: Uint8Array,
  start: number,
  end: number,
  behind: number,
): number | undefined {
  const length = end - start
  if (length < recordsName.length || length > recordsName.length * bytesOfCharacter)
    return undefined
  const first = firstByte(text, behind, Math.min(text.length, behind + bounds.bytes))
  if (text[first] !== openList) return undefined
  return nameOf(text, start, end) === recordsName ? first : undefined
}
