import type { ClientScope } from '@packboard/model'
import { selectRows } from '../clickhouse/select.ts'
import type { CurrentHours } from '../ledger/hourBook.ts'
import type { MachineStretch } from '../ledger/store/machinePlace.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { type Context, filterLists, matches, rowMatches } from './contextFilter.ts'
import { readWindow } from './readWindow.ts'
import { fromBoth, fromHours, fromMinutes, rowSteps } from './rowSteps.ts'
import type { WindowQuestion } from './windowQuestion.ts'

export type LookupField = 'product' | 'tool' | 'machine'

const chosen = `
  SELECT DISTINCT if({field:String} = 'machine', machine_id, 0) AS machineId,
    if({field:String} = 'product', product, if({field:String} = 'tool', tool, '')) AS word
` as const

const grouped = `
  WHERE (ms > 0 OR packs > 0) AND ${rowMatches}
  LIMIT {most:UInt32}
` as const

const sql = {
  hours: `${chosen} ${fromHours} ${grouped}`,
  minutes: `${chosen} ${fromMinutes} ${grouped}`,
  both: `${chosen} ${fromBoth} ${grouped}`,
} as const

const columns = { machineId: 'UInt32', word: 'String' } as const

type Sums = { readonly ms: number; readonly packs: bigint }
type Found = { readonly machines: Set<number>; readonly words: Set<string> }

/**
 * The products, tools or machines (ids) that have time or packs in a window, in order. The filter of the field itself
 * is not applied, and a value that was never reported is not offered.
 */
export async function lookupValues<Field extends LookupField>(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowQuestion & { readonly field: Field },
): Promise<Field extends 'machine' ? number[] : string[]>
export async function lookupValues(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowQuestion & { readonly field: LookupField },
): Promise<number[] | string[]> {
  const { field } = question
  const filter = field === 'machine' ? question.filter : { ...question.filter, [field]: undefined }
  const rows = async (found: Found, stretches: readonly MachineStretch[], hours: CurrentHours) => {
    const { tables, ...steps } = rowSteps(stretches, hours)
    const params = {
      ...steps,
      ...filterLists(filter),
      field,
      most: answerRows.words + 1,
    }
    await selectRows(
      telemetry.context,
      { name: 'read.lookupValues', sql: sql[tables], params, columns },
      (all) => {
        for (const { machineId, word } of all) {
          found.machines.add(machineId)
          found.words.add(word)
        }
        checkRows(found.words.size, answerRows.words)
      },
    )
  }
  const add = (found: Found, event: Context & Sums & { readonly machineId: number }) => {
    if (!matches(filter, event) || (event.ms === 0 && event.packs === 0n)) return
    found.machines.add(event.machineId)
    if (field !== 'machine') found.words.add(event[field])
  }
  const { machines, words } = await readWindow<Found>(telemetry, scope, question, {
    begin: () => ({ machines: new Set(), words: new Set() }),
    cuts: [],
    rows,
    remembered: (found, { machineId, from, to }, held) => {
      for (const context of held.contexts(from, to)) add(found, { machineId, ...context })
    },
    event: add,
  })
  if (field === 'machine') return [...machines].sort((a, b) => a - b)
  checkRows(words.size, answerRows.words)
  words.delete('')
  return [...words].sort()
}
