import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '@packboard/model'
import type { Cell } from './table.ts'

type Page = { readonly rows: Cell[][]; readonly count: number }

/**
 * A long table page by page. The first page is given, because it was read before the answer began; each further one
 * waits in the queue of queries, as long as it takes.
 */
export async function* recordPages(
  first: Page,
  limit: number,
  read: (offset: number) => Promise<Page>,
): AsyncGenerator<Cell[][]> {
  yield first.rows
  let { length } = first.rows
  for (let offset = limit; length === limit && offset < first.count; offset += limit) {
    const page = await inTurn(() => read(offset))
    length = page.rows.length
    yield page.rows
  }
}

/** How often a page tries to enter the queue, a second apart, before the export is aborted. */
const tries = 30

/** Asks until there is a turn: the answer has begun, so that it cannot be refused any more. */
export async function inTurn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tried = 1; ; tried++) {
    try {
      return await ask()
    } catch (error) {
      const busy =
        error instanceof AppError &&
        (error.code === 'request.tooMany' || error.code === 'store.busy')
      if (!busy || tried >= tries) throw error
      await pause(1_000)
    }
  }
}
