/** Files of records as text, small enough to be accepted, that are much to read. */

const megabyte = 1_000_000

/** As many names as the file is long: `lines` of so many names each, of which no two are the same. */
export function manyNames(lines: number, namesOfLine: number): Buffer {
  const line = (index: number) =>
    `{${Array.from({ length: namesOfLine }, (_, at) => `"${(index * namesOfLine + at).toString(36)}":1`).join()}}`
  return Buffer.from(Array.from({ length: lines }, (_, index) => line(index)).join('\n'))
}

/** Its values are nested so deep; the file is otherwise as it should be. */
export function deepLines(lines: number, depth: number): Buffer {
  const value = '['.repeat(depth) + ']'.repeat(depth)
  return Buffer.from(
    Array.from({ length: lines }, () => `{"time":"2026-11-01T00:00:00Z","note":${value}}`).join(
      '\n',
    ),
  )
}

/** Rows whose first cell goes over two lines, with as many cells as a row may have characters. */
export function twoLineCells(rows: number): Buffer {
  const cells = 'x,'.repeat(30_000)
  return Buffer.from(
    ['time,state', ...Array.from({ length: rows }, () => `"a\nb",${cells}`)].join('\n'),
  )
}

/** One line of names for columns, more than a table may have. */
export const manyColumns = (columns: number) =>
  Buffer.from(
    `${Array.from({ length: columns }, (_, index) => `c${index}`).join()}\n${'1,'.repeat(columns)}\n`,
  )

/** Below its head, one line without an end. */
export const oneLine = (megabytes: number) =>
  Buffer.concat([Buffer.from('time,state\n'), Buffer.alloc(megabytes * megabyte, 'x')])
