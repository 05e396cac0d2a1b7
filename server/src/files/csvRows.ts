import { recordFileLimits } from '@packboard/model'

/** A cell as its file holds it: CSV has only texts. */
export type Cell = string | number | boolean | null

/** A line of a file that is not blank, with the number at which it begins. */
export type RawRow = { readonly line: number } & (
  | { readonly cells: readonly Cell[] }
  | { readonly fault: 'tooLong' | 'quoteOpen' | 'quoteInside' | 'notJson' | 'nested' | 'cells' }
)

const longest = recordFileLimits.rowCharacters

/**
 * Splits a text that comes in pieces into the rows of CSV (RFC 4180). Unlike a parser that stops or loses its place, a wrong
 * row costs its own first line and no other: reading goes on with the next line. A quote inside of a cell that does not begin with
 * one is a character, as spreadsheets read it.
 */
export function csvRows(separator: string) {
  const text = createLineText()
  let line = 1
  let isInLongLine = false

  /** The next row, or undefined where more text is needed. */
  function next(isLast: boolean): RawRow | 'blank' | undefined {
    if (text.isEmpty()) return undefined
    const end = text.lineEnd(0)
    if (isInLongLine || end.at > longest) return longLine(end)
    if (end.next < 0 && !isLast) return undefined
    const plain = text.part(0, end.at)
    if (!plain.includes('"')) {
      passLine(end)
      return rowOf(plain.split(separator), line - 1)
    }
    const read = quotedRow(isLast)
    if (read === undefined) return undefined
    if ('cells' in read) {
      const begin = line
      text.drop(read.next)
      line += read.lines
      return rowOf(read.cells, begin)
    }
    passLine(end)
    return { line: line - 1, fault: read.fault }
  }

  function passLine(end: LineEnd) {
    text.drop(end.next < 0 ? text.length() : end.next)
    line += 1
  }

  /** Its characters are dropped as they come; it is one row. */
  function longLine(end: LineEnd): RawRow | 'blank' {
    const row = isInLongLine ? ('blank' as const) : ({ line, fault: 'tooLong' } as const)
    isInLongLine = end.next < 0
    text.drop(isInLongLine ? text.length() : end.next)
    if (!isInLongLine) line += 1
    return row
  }

  function quotedRow(isLast: boolean): QuotedRow | undefined {
    const cells: string[] = []
    let lines = 1
    for (let at = 0; ; ) {
      if (at > longest) return { fault: 'tooLong' }
      if (text.part(at, at + 1) === '"') {
        const close = text.closingQuote(at + 1)
        // The last character may be the first of two.
        if (close < 0 || (close === text.length() - 1 && !isLast)) {
          return isLast || text.length() > longest ? { fault: 'quoteOpen' } : undefined
        }
        if (close > longest) return { fault: 'quoteOpen' }
        const cell = text.part(at + 1, close)
        lines += breaksIn(cell)
        cells.push(cell.replaceAll('""', '"'))
        at = close + 1
      } else {
        const rest = text.part(at, text.lineEnd(at).at)
        const stop = rest.indexOf(separator)
        cells.push(stop < 0 ? rest : rest.slice(0, stop))
        at += stop < 0 ? rest.length : stop
      }
      if (text.part(at, at + 1) === separator) {
        at += 1
        continue
      }
      const end = text.lineEnd(at)
      if (end.at !== at) return { fault: 'quoteInside' }
      if (end.next >= 0) return { cells, next: end.next, lines }
      if (isLast) return { cells, next: text.length(), lines }
      return text.length() > longest ? { fault: 'tooLong' } : undefined
    }
  }

  return {
    /** The rows that are whole with this piece; with the last one all. */
    add(piece: string, isLast: boolean): RawRow[] {
      text.add(piece)
      const rows: RawRow[] = []
      for (let row = next(isLast); row !== undefined; row = next(isLast)) {
        if (row !== 'blank') rows.push(row)
      }
      return rows
    },
  }
}

type QuotedRow =
  | { readonly cells: string[]; readonly next: number; readonly lines: number }
  | { readonly fault: 'tooLong' | 'quoteOpen' | 'quoteInside' }

/** Where a line ends (LF, CR LF, or CR) and the next begins; `next` is -1 where that has not come yet. */
type LineEnd = { readonly at: number; readonly next: number }

/** A text whose beginning is dropped line by line. Places are counted from what is left of it. */
export function createLineText() {
  let whole = ''
  let begin = 0
  const feed = nextMark('\n')
  const carriage = nextMark('\r')

  return {
    add(piece: string) {
      whole = whole.slice(begin) + piece
      begin = 0
      feed.forget()
      carriage.forget()
    },
    drop(characters: number) {
      begin += characters
    },
    isEmpty: () => begin >= whole.length,
    length: () => whole.length - begin,
    part: (from: number, to: number) => whole.slice(begin + from, begin + to),
    closingQuote(from: number): number {
      let at = whole.indexOf('"', begin + from)
      while (at >= 0 && whole[at + 1] === '"') at = whole.indexOf('"', at + 2)
      return at < 0 ? -1 : at - begin
    },
    lineEnd(from: number): LineEnd {
      const start = begin + from
      const nextFeed = feed.after(whole, start, from === 0)
      const nextCarriage = carriage.after(whole, start, from === 0)
      const at = Math.min(nextFeed, nextCarriage)
      if (at >= whole.length) return { at: whole.length - begin, next: -1 }
      if (nextFeed < nextCarriage) return { at: at - begin, next: at + 1 - begin }
      // A line feed may follow it.
      if (at === whole.length - 1) return { at: at - begin, next: -1 }
      return { at: at - begin, next: at + (whole[at + 1] === '\n' ? 2 : 1) - begin }
    },
  }
}

/**
 * Where a character stands next. Both the place from which a line is read and the place up to which its cells were read are remembered,
 * so that a row whose cells span lines is not searched again to its end for each cell.
 */
function nextMark(mark: string) {
  let line = { since: 0, at: -1 }
  let cell = { since: 0, at: -1 }
  return {
    forget() {
      line = { since: 0, at: -1 }
      cell = { since: 0, at: -1 }
    },
    /** The next one at or after `start`; the length of the text where there is none. */
    after(text: string, start: number, isLine: boolean): number {
      for (const { since, at } of [line, cell]) if (since <= start && start <= at) return at
      const place = text.indexOf(mark, start)
      const next = { since: start, at: place < 0 ? text.length : place }
      if (isLine) line = next
      else cell = next
      return next.at
    },
  }
}

const breaksIn = (cell: string) => (cell.match(/\r\n|\r|\n/g) ?? []).length

function rowOf(cells: readonly string[], line: number): RawRow | 'blank' {
  return cells.every((cell) => cell.trim() === '') ? 'blank' : { line, cells }
}
