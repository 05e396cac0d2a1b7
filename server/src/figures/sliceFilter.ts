import type { ExplainedFigure } from '@packboard/contract'
import { machineStates, unknownState } from '@packboard/model'
import type { ContextFilter } from '@packboard/telemetry/read'
import { noProduct } from './slices.ts'

/** A figure, and which slice of it. */
export type Explained = { readonly figure: ExplainedFigure; readonly part: string }

const codeOf = new Map(machineStates.map(({ name, code }) => [name, code]))

/** The code of a state as bars name it: `Execute`, `Unknown`, `State 77`; undefined for a name that no bar has. */
function stateOfName(name: string): number | undefined {
  const known = codeOf.get(name)
  if (known !== undefined) return known
  if (name === 'Unknown') return unknownState
  const code = /^State (-?\d{1,9})$/.exec(name)?.[1]
  return code === undefined ? undefined : Number(code)
}

/**
 * The filter of the bar together with the slice that is explained; undefined when the two exclude each other, or when
 * there is no such slice.
 */
export function sliceFilter(
  filter: ContextFilter,
  { figure, part }: Explained,
): ContextFilter | undefined {
  switch (figure) {
    case 'product':
      return both(filter, 'product', part === noProduct ? '' : part)
    case 'state': {
      const state = stateOfName(part)
      return state === undefined ? undefined : both(filter, 'state', state)
    }
    case 'alarmGroup':
      return both(filter, 'causeGroup', part)
    default:
      return filter
  }
}

function both<Field extends 'product' | 'state' | 'causeGroup'>(
  filter: ContextFilter,
  field: Field,
  value: NonNullable<ContextFilter[Field]>,
): ContextFilter | undefined {
  const set = filter[field]
  return set === undefined || set === value ? { ...filter, [field]: value } : undefined
}
