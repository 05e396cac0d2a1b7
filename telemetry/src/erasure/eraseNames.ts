import { z } from 'zod'
import { rewriteMonth } from '../clickhouse/rewriteMonth.ts'
import { bulkLimits, select } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import { ledgerOf } from '../ledger/ledgerOf.ts'
import type { Telemetry } from '../store.ts'
import type { ErasedNames } from './erasedNames.ts'
import { hashedNames } from './hashedNames.ts'
import { type NamedTable, namedTables } from './namedTables.ts'

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
    const found = await Promise.all(
      namedTables.map(async (table) => ({
        table,
        months: await monthsOf(context, table, clientId, erased),
      })),
    )
    const due = found.filter(({ months }) => months.size > 0)
    if (due.length === 0) continue
    await ledgerOf(context).rewrite(clientId, async (goesOn) => {
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
}

/** The erased names that stand in a table, with their pseudonyms, month by month. */
async function monthsOf(
  context: TelemetryContext,
  table: NamedTable,
  clientId: number,
  erased: ErasedNames,
): Promise<Map<number, Map<string, string>>> {
  const rows = await select(context, {
    name: 'erasure.names',
    sql: table.names,
    params: { clientId },
    limits: bulkLimits,
    row: z.object({ month: z.number(), name: z.string() }),
  })
  const months = new Map<number, Map<string, string>>()
  for (const { month, name } of rows) {
    const pseudonym = erased.pseudonymOf(clientId, name)
    if (pseudonym === undefined) continue
    const names = months.get(month) ?? new Map<string, string>()
    months.set(month, names.set(name, pseudonym))
  }
  return months
}
