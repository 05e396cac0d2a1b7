import type { DamagedMonth } from '@packboard/telemetry/store'
import { z } from 'zod'

/** What the process that holds a cell says of it, each second. */
export type CellReport = {
  readonly ok: boolean
  readonly detail: string
  readonly damage: readonly DamagedMonth[]
}

const shape = z.object({
  ok: z.boolean(),
  detail: z.string(),
  damage: z.array(
    z.object({
      table: z.string(),
      month: z.number(),
      rows: z.number().nullable(),
      cause: z.enum(['lost', 'unreadable', 'unchecked']),
      parts: z.array(z.string()),
    }),
  ),
})

/** Nothing is known of a cell whose process has just begun to open it. */
export function readReport(report: unknown): CellReport {
  const read = shape.safeParse(report)
  return read.success ? read.data : { ok: false, detail: 'is being opened', damage: [] }
}
