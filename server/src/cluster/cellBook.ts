import { type Cell, cellOfClient, cells, type Management } from '@packboard/management'
import type { FastifyBaseLogger } from 'fastify'

/** How often it is read which process holds which cell. */
const lookMs = 500
/** Clients whose cell is remembered. */
const clientsKnown = 10_000

/** Which process holds the records of which client. */
export type CellBook = {
  cellOf(clientId: number): Promise<number>
  /** Where the process that holds a cell answers; undefined while none does. */
  urlOf(cellId: number): string | undefined
  cells(): readonly Cell[]
  /** Those that no process holds. */
  notHeld(): readonly Cell[]
  stop(): void
}

export async function openCellBook(
  management: Management,
  log: FastifyBaseLogger,
): Promise<CellBook> {
  let known = await cells(management)
  const cellOf = new Map<number, number>()
  let reading = false
  const timer = setInterval(() => {
    if (reading) return
    reading = true
    cells(management)
      .then((all) => {
        known = all
      })
      .catch((error: unknown) =>
        log.warn({ err: error }, 'The cells could not be read; trying again'),
      )
      .finally(() => {
        reading = false
      })
  }, lookMs)
  timer.unref()

  return {
    async cellOf(clientId) {
      const before = cellOf.get(clientId)
      if (before !== undefined) return before
      // A client stays in its cell, so what is remembered stays right.
      const cellId = await cellOfClient(management, clientId)
      if (cellOf.size >= clientsKnown) cellOf.clear()
      cellOf.set(clientId, cellId)
      return cellId
    },
    urlOf(cellId) {
      const cell = known.find(({ id }) => id === cellId)
      return cell?.isFresh && cell.url !== null ? cell.url : undefined
    },
    cells: () => known,
    notHeld: () => known.filter(({ isFresh, url }) => !isFresh || url === null),
    stop: () => clearInterval(timer),
  }
}
