import { endpoint, id } from './endpoint.ts'
import { z } from './z.ts'

/** A month of the calendar in UTC, as 2026-03. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

export const incompleteMonths = endpoint({
  method: 'GET',
  path: '/api/admin/incomplete-months/:clientId',
  summary: 'Months (UTC) in which records of this installation are lost or cannot be read',
  params: z.object({ clientId: id }),
  answer: z.object({
    months: z
      .array(month)
      .max(1_200)
      .describe(
        'The oldest first. Figures of them may be too low, and do not change until an operator has mended them',
      ),
  }),
})

/** A table of which rows are lost or cannot be read. */
export const damagedTable = z.object({
  table: z.string(),
  month: z.union([month, z.literal('')]).describe('Empty for a table without months'),
  rows: z.number().int().nullable().describe('null: nothing says how many'),
  cause: z.enum(['lost', 'unreadable', 'unchecked']).meta({
    description:
      'lost: a part is missing or was set aside. unreadable: a part cannot be read. unchecked: it is there again and is still being read as a whole.',
  }),
})
export type DamagedTable = z.output<typeof damagedTable>

export const acceptDamage = endpoint({
  method: 'POST',
  path: '/api/admin/damage/accept',
  summary:
    'Go on without the lost records of a month: its minutes may be computed anew from what is left',
  body: z.object({
    month: z.union([month, z.literal('')]).describe('Empty for tables without months'),
  }),
  answer: z.object({ message: z.string(), damage: z.array(damagedTable) }),
})
