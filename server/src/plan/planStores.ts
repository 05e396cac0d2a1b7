import type { Management } from '@packboard/management'
import type { Telemetry } from '@packboard/telemetry/store'

/** What is read to know the planned time of machines. */
export type PlanStores = { readonly management: Management; readonly telemetry: Telemetry }
