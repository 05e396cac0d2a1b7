import { endpoint, id } from '../endpoint.ts'
import { z } from '../z.ts'
import { added, byId, done, edited, email, filled, text, version } from './panelParts.ts'

export const clientRow = z.object({
  id: z.number().int(),
  clientId: z.string().describe('The client number as it is shown'),
  name: z.string(),
  location: z.string().nullable(),
  zone: z.string().describe('IANA name of its time zone'),
  contactName: z.string(),
  contactEmail: z.string(),
  contactNumber: z.string(),
  distributorId: z.number().int().nullable(),
  distributorName: z.string().nullable(),
  subscriptionId: z.number().int(),
  subscriptionLabel: z.string(),
  is_active: z.boolean(),
  is_deleted: z.boolean(),
  status: z.enum(['enabled', 'disabled']),
  formerAccess: z
    .object({ users: z.array(z.string()), devices: z.array(z.string()) })
    .describe('Accounts and devices of this client that a former distributor made; they work on'),
  version,
})
export type ClientRow = z.output<typeof clientRow>

const clientFields = {
  location: text.nullish(),
  zone: z.string().max(64).optional(),
  contactName: text.optional(),
  contactEmail: z.union([z.literal(''), email]).optional(),
  contactNumber: text.optional(),
  distributorId: id.nullish(),
  subscriptionId: id,
}

export const managedClients = endpoint({
  method: 'GET',
  path: '/api/admin/client',
  summary: 'All clients that are not deleted',
  answer: z.object({ clients: z.array(clientRow) }),
})
export const addClient = endpoint({
  method: 'POST',
  path: '/api/admin/client',
  summary: 'Add a client',
  body: z.object({ name: filled, ...clientFields }),
  answer: added,
})
export const updateClient = endpoint({
  method: 'PUT',
  path: '/api/admin/client/update/:id',
  summary: 'Change a client; its number and name stay',
  params: byId,
  body: z.object({ ...clientFields, is_active: z.boolean(), ...edited }),
  answer: done,
})
export const deleteClient = endpoint({
  method: 'DELETE',
  path: '/api/admin/client/:id',
  summary: 'Delete a client with its users and machines; it can be restored for 30 days',
  params: byId,
  answer: done,
})
export const endFormerAccess = endpoint({
  method: 'POST',
  path: '/api/admin/client/:id/end-former-access',
  summary:
    'Delete the accounts and devices of a client that a former distributor made; they can be restored for 30 days',
  params: byId,
  answer: done,
})
