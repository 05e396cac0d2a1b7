import { z } from 'zod'
import { rewriteMonth } from '../clickhouse/rewriteMonth.ts'
import { bulkLimits, screenLimits, select } from '../clickhouse/select.ts'
import type { OpenContext } from '../ledger/ledger.ts'
import type { Telemetry } from '../store.ts'
import { noteErased } from './erasedLists.ts'
import type { ErasedNames } from './erasedNames.ts'
import { hashedNames, type NamedTable, namedTables, searchedHashes } from './namedTables.ts'

/** The engine searches; what comes here are names that are to be erased. */
const searchLimits = { ...bulkLimits, resultRows: screenLimits.resultRows }

/**
 * Puts pseudonyms in the place of erased names (D54): from now on in everything that comes in, and in what is stored of
 * some clients, its minutes included. One name gets one pseudonym, so counts, times and totals stay as they are. Readers
 * of those clients wait until it is done, and never see a part of it. Doing it again changes nothing.
 */
export async function eraseNames(
  { context, commits }: Telemetry,
  erased: ErasedNames,
  clientIds: readonly number[],
): Promise<void> {
  await commits.eraseFromNowOn(erased)
  for (const clientId of clientIds) {
    // Searched again after each rewrite: minutes that were computed between search and rewrite may hold a name, later ones cannot.
    for (
      let due = await namesIn(context, clientId, erased);
      due.length > 0;
      due = await namesIn(context, clientId, erased)
    ) {
      await rewriteNames(context, clientId, due)
    }
    await noteErased(context, erased, clientId)
  }
}

/** The erased names that stand in a table, with their pseudonyms, month by month. */
type NamesInTable = {
  readonly table: NamedTable
  readonly months: ReadonlyMap<number, ReadonlyMap<string, string>>
}

async function namesIn(
  context: OpenContext,
  clientId: number,
  erased: ErasedNames,
): Promise<NamesInTable[]> {
  const found: NamesInTable[] = []
  for (const table of namedTables) {
    const months = await monthsOf(context, table, clientId, erased)
    if (months.size > 0) found.push({ table, months })
  }
  return found
}

function rewriteNames(
  context: OpenContext,
  clientId: number,
  due: readonly NamesInTable[],
): Promise<void> {
  return context.ledger.rewrite(clientId, async (goesOn) => {
    for (const { table, months } of due) {
      for (const [month, names] of months) {
        if (!goesOn()) throw new Error('The store was closed; the rest is done at the next start')
        await rewriteMonth(context, {
          table: table.name,
          name: 'erasure.erase',
          sql: table.erase,
          params: {
            clientId,
            month,
            ...hashedNames([...names.keys()]),
            pseudonyms: [...names.values()],
          },
        })
        context.log.info({ table: table.name, month, clientId }, 'Erased names were taken out')
      }
    }
  })
}

async function monthsOf(
  context: OpenContext,
  table: NamedTable,
  clientId: number,
  erased: ErasedNames,
): Promise<Map<number, Map<string, string>>> {
  const searched = searchedHashes(erased.keyedHashes(clientId))
  const rows = await select(context, {
    name: 'erasure.pieces',
    sql: table.pieces,
    params: { clientId },
    limits: bulkLimits,
    background: true,
    row: z.object({ month: z.number(), pieces: z.coerce.number() }),
  })
  const months = new Map<number, Map<string, string>>()
  for (const { month, pieces } of rows) {
    const names = new Map<string, string>()
    for (let piece = 0; piece < pieces; piece += 1) {
      const texts = await select(context, {
        name: 'erasure.names',
        sql: table.names,
        params: { ...searched, clientId, month, piece, pieces },
        limits: searchLimits,
        background: true,
        secret: true,
        row: z.object({ name: z.string() }),
      })
      for (const { name } of texts) {
        const pseudonym = erased.pseudonymOf(clientId, name)
        if (pseudonym !== undefined) names.set(name, pseudonym)
      }
    }
    if (names.size > 0) months.set(month, names)
  }
  return months
}
