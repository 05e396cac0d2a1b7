import { endpoint } from '../endpoint.ts'
import { z } from '../z.ts'
import { added, byId, done, edited, email, filled, text, version } from './panelParts.ts'

export const distributorRow = z.object({
  id: z.number().int(),
  name: z.string(),
  location: z.string().nullable(),
  contactName: z.string(),
  contactEmail: z.string(),
  contactNumber: z.string(),
  version,
})
export type DistributorRow = z.output<typeof distributorRow>

const distributorFields = {
  location: text.nullish(),
  contactName: filled,
  contactEmail: email,
  contactNumber: filled,
}

export const distributors = endpoint({
  method: 'GET',
  path: '/api/admin/distributor',
  summary: 'All distributors',
  answer: z.object({ distributors: z.array(distributorRow) }),
})
export const addDistributor = endpoint({
  method: 'POST',
  path: '/api/admin/distributor',
  summary: 'Add a distributor',
  body: z.object({ name: filled, ...distributorFields }),
  answer: added,
})
export const updateDistributor = endpoint({
  method: 'PUT',
  path: '/api/admin/distributor/:id',
  summary: 'Change a distributor; its name stays',
  params: byId,
  body: z.object({ ...distributorFields, ...edited }),
  answer: done,
})
export const deleteDistributor = endpoint({
  method: 'DELETE',
  path: '/api/admin/distributor/:id',
  summary: 'Delete a distributor; 409 while clients or users are its own',
  params: byId,
  answer: done,
})
