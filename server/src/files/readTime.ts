import type { RecordMapping } from '@packboard/contract'
import { isDate, resolveWallTime } from '@packboard/model'
import type { Cell } from './csvRows.ts'

const dayMs = 86_400_000
/** The number formats of spreadsheets that have a number instead of a text and mean a time, also those of East Asian ones. */
const builtIn = new Set([
  ...[14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36],
  ...[45, 46, 47, 50, 51, 52, 53, 54, 55, 56, 57, 58],
])

/** Whether a number in this format is shown as a time. `code` is the text of a format that the workbook declares. */
export function meansTime(id: number, code: string | undefined): boolean {
  if (code === undefined || code === '') return builtIn.has(id)
  if (builtIn.has(Number(code))) return true
  const shown = code
    // Colours, locales and conditions; elapsed hours, minutes and seconds stay below.
    .replaceAll(/\[[$\-\w]*\]/g, '')
    .replaceAll(/\\./g, '')
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/[*_]./g, '')
    .toLowerCase()
  if (/^(general|@)$/.test(shown.trim())) return false
  return (
    /(?:^|[^a-z])h{1,2}(?:[^a-z]|$)|(?:^|[^a-z])s{1,2}(?:[^a-z]|$)/.test(shown) ||
    /am\/pm|a\/p|y|d|m{3}/.test(shown) ||
    /\[h+\]|\[m+\]|\[s+\]/i.test(code)
  )
}

/**
 * The clock time of a number of days, as text without a zone; undefined where it is none. Spreadsheets count 29 February 1900 as day 60,
 * which did not exist, unless the workbook counts from 1904.
 */
export function clockTime(days: number, from1904: boolean): string | undefined {
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 31)
  const real = from1904 || days < 60 ? days : days - 1
  const at = new Date(epoch + Math.round(real * dayMs))
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString().slice(0, -1)
}

type TimeForm = RecordMapping['timeForm']

/** Moments in milliseconds since 1970. `later` differs in the hour that a clock shows twice. */
export type ReadTime = { readonly first: number; readonly later: number } | 'time' | 'gap'

const clock = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]\.?m\.?)?$/i
const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s,]+(.+))?$/
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[T\s,]+(.+))?$/
const offset = /(Z|[+-]\d{2}(?::?\d{2})?)$/i
const wholeOrFraction = /^-?\d{1,16}(?:[.,]\d+)?$/

/**
 * Reads the times of a file. What has an offset is a moment; all else is on the clocks of `zone`: a time that they skip is a
 * `gap`, one that they show twice has two moments. The year first is always understood; of other dates the form says what is first.
 */
export function createTimeReader({ form, zone }: { form: TimeForm; zone: string }) {
  const known = new Map<string, ReadTime>()

  function onClock(date: string, minute: string): ReadTime {
    const key = `${date} ${minute}`
    const found = known.get(key)
    if (found !== undefined) return found
    const { at, exists } = resolveWallTime({ date, time: minute }, zone, 'start')
    const later = exists ? resolveWallTime({ date, time: minute }, zone, 'end').at : at
    const read = exists ? { first: at.getTime(), later: later.getTime() } : 'gap'
    if (known.size === 4_096) known.clear()
    known.set(key, read)
    return read
  }

  /** `ofDay`: the cell of the column with the time of day, where there is one. */
  return (cell: Cell, ofDay?: Cell): ReadTime => {
    const text = String(cell ?? '').trim()
    if (form === 'epochSeconds' || form === 'epochMilliseconds') return epoch(text, form)
    const day = dayOf(text, form)
    if (day === undefined) return 'time'
    const rest = ofDay === undefined ? day.rest : timeOfDay(String(ofDay ?? ''))
    const zoned = offset.exec(rest)
    const read = clockOf(zoned ? rest.slice(0, zoned.index).trim() : rest)
    if (read === undefined) return 'time'
    const { minute, ms } = read
    if (zoned) {
      const at = Date.parse(`${day.date}T${minute}:00${offsetText(zoned[0])}`) + ms
      return Number.isNaN(at) ? 'time' : { first: at, later: at }
    }
    const wall = onClock(day.date, minute)
    if (typeof wall === 'string') return wall
    return { first: wall.first + ms, later: wall.later + ms }
  }
}

function epoch(text: string, form: TimeForm): ReadTime {
  if (!wholeOrFraction.test(text)) return 'time'
  const number = Number(text.replace(',', '.'))
  const at = Math.round(form === 'epochSeconds' ? number * 1_000 : number)
  // Beyond it no calendar has a date.
  return Math.abs(at) > 8.64e15 ? 'time' : { first: at, later: at }
}

function dayOf(text: string, form: TimeForm) {
  const year = yearFirst.exec(text)
  if (year) return dated(year[1], year[2], year[3], year[4])
  const last = form === 'iso' ? null : yearLast.exec(text)
  if (!last) return undefined
  const [, one, other, years = '', rest] = last
  const whole = years.length === 2 ? `20${years}` : years
  return form === 'dayFirst' ? dated(whole, other, one, rest) : dated(whole, one, other, rest)
}

function dated(year = '', month = '', day = '', rest = '00:00') {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(date) ? { date, rest: rest.trim() } : undefined
}

/** A cell that holds only a time of day is in spreadsheets a time of a day of 1899 or 1900. */
const timeOfDay = (text: string) => text.trim().replace(/^(?:1899|1900)-\d\d-\d\dT/, '')

function clockOf(text: string): { minute: string; ms: number } | undefined {
  const [all, hours, minutes, seconds = '0', fraction = '', half] = clock.exec(text) ?? []
  if (all === undefined) return undefined
  let hour = Number(hours)
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined
    hour = (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0)
  }
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  const ms = Number(seconds) * 1_000 + Math.floor(Number(`0.${fraction || '0'}`) * 1_000)
  return { minute: `${String(hour).padStart(2, '0')}:${minutes}`, ms }
}

/** `+01`, `+0100` and `+01:00` are one offset. */
function offsetText(text: string): string {
  if (text.toUpperCase() === 'Z') return 'Z'
  const digits = text.slice(1).replace(':', '').padEnd(4, '0')
  return `${text[0]}${digits.slice(0, 2)}:${digits.slice(2)}`
}
