import { endpoint, id, instant } from '../endpoint.ts'
import { z } from '../z.ts'
import { done } from './panelParts.ts'

/** What can be restored within 30 days (D41). */
export const deletedKinds = [
  'distributor',
  'client',
  'machine',
  'machineType',
  'user',
  'device',
] as const
export type DeletedKind = (typeof deletedKinds)[number]
export const deletedRow = z.object({
  kind: z.enum(deletedKinds),
  id: z.number().int(),
  name: z.string(),
  clientName: z.string().nullable(),
  deletedAt: instant,
  restorableUntil: instant,
})
export const deletedRows = endpoint({
  method: 'GET',
  path: '/api/admin/deleted',
  summary: 'What was deleted in the last 30 days',
  answer: z.object({ deleted: z.array(deletedRow) }),
})
export const restore = endpoint({
  method: 'POST',
  path: '/api/admin/deleted/:kind/:id/restore',
  summary: 'Restore what was deleted',
  params: z.object({ kind: z.enum(deletedKinds), id }),
  answer: done,
})
