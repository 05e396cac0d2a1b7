import type { LookupField } from '@packboard/telemetry/read'
import { all } from '../filter/filterWire.ts'

/** A select offers what the rest of the filter leaves; its own choice does not narrow it. */
export function ownFieldOpen<Query extends { product: string; tool: string; machine: string }>(
  field: LookupField,
  query: Query,
): Query {
  return { ...query, [field]: all }
}
