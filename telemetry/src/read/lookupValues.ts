import type { ClientScope } from '@packboard/model'
import type { Telemetry } from '../store.ts'
import type { WindowQuestion } from './windowQuestion.ts'

export type LookupField = 'product' | 'tool' | 'machine'

/** The products, tools or machines (ids) with time or packs in a window, in order; the filter of the field itself does not matter. */
export async function lookupValues<Field extends LookupField>(
  _telemetry: Telemetry,
  _scope: ClientScope,
  _question: WindowQuestion & { readonly field: Field },
): Promise<Field extends 'machine' ? number[] : string[]> {
  throw new Error('not there yet')
}
