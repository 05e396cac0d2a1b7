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
