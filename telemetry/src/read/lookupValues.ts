import type { ClientScope } from '@packboard/model'
import type { Telemetry } from '../store.ts'
import { answerRows } from './answerRows.ts'
import { sums } from './sums.ts'
import type { WindowQuestion } from './windowQuestion.ts'

export type LookupField = 'product' | 'tool' | 'machine'

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
  { field, ...question }: WindowQuestion & { readonly field: LookupField },
): Promise<number[] | string[]> {
  const values = { ...question, name: 'read.lookupValues', numbers: 'values' } as const
  if (field === 'machine') {
    const found = await sums(telemetry, scope, { ...values, by: ['machineId'] })
    return found.map(({ total }) => total.machineId).sort((a, b) => a - b)
  }
  const filter = { ...question.filter, [field]: undefined }
  const most = answerRows.words
  const found = await sums(telemetry, scope, { ...values, filter, by: [field], most })
  const words = found.map(({ total }) => total[field])
  return words.filter((word) => word !== '').sort()
}
