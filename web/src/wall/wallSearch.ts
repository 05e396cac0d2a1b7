/** The line that a wall shows with its flow; absent: the machines as tiles. */
export type WallSearch = { line?: string }

/** Reads an address that may have been typed or cut; a line may be called `3`. */
export function readWallSearch({ line }: Record<string, unknown>): WallSearch {
  const name = typeof line === 'number' ? String(line) : line
  return typeof name === 'string' && name !== '' && name.length <= 200 ? { line: name } : {}
}
