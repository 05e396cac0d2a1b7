/** The line that an address names; absent: none. */
export type LineNameSearch = { line?: string }

/** Reads an address that may have been typed or cut; a line may be called `3`. */
export function readLineName({ line }: Record<string, unknown>): LineNameSearch {
  const name = typeof line === 'number' ? String(line) : line
  return typeof name === 'string' && name !== '' && name.length <= 200 ? { line: name } : {}
}
