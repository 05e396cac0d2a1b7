import { operatorSettings } from '@packboard/model'
import { endpoint, id, instant } from '../endpoint.ts'
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

export const managedClients = endpoint('GET', '/api/admin/client', {
  summary: 'All clients that are not deleted',
  answer: z.object({ clients: z.array(clientRow) }),
})
export const addClient = endpoint('POST', '/api/admin/client', {
  summary: 'Add a client',
  body: z.object({ name: filled, ...clientFields }),
  answer: added,
})
export const updateClient = endpoint('PUT', '/api/admin/client/update/:id', {
  summary: 'Change a client; its number and name stay',
  params: byId,
  body: z.object({ ...clientFields, is_active: z.boolean(), ...edited }),
  answer: done,
})
export const deleteClient = endpoint('DELETE', '/api/admin/client/:id', {
  summary: 'Delete a client with its users and machines; it can be restored for 30 days',
  params: byId,
  answer: done,
})
export const endFormerAccess = endpoint('POST', '/api/admin/client/:id/end-former-access', {
  summary:
    'Delete the accounts and devices of a client that a former distributor made; they can be restored for 30 days',
  params: byId,
  answer: done,
})

const option = z.object({ id: z.number().int(), label: z.string() })
export const subscriptionOptions = endpoint('GET', '/api/admin/subscriptions', {
  summary: 'The subscriptions that a client may have',
  answer: z.object({ subscriptions: z.array(option) }),
})
export const userGroupOptions = endpoint('GET', '/api/admin/userGroups', {
  summary: 'The roles that the signed-in person may give',
  answer: z.object({ userGroups: z.array(option) }),
})
export const tutorials = endpoint('GET', '/api/admin/tutorials/2', {
  summary: 'Tutorials; the link to them is hidden',
  answer: z.object({ tutorials: z.array(z.object({ title: z.string(), link: z.string() })) }),
})

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

export const distributors = endpoint('GET', '/api/admin/distributor', {
  summary: 'All distributors',
  answer: z.object({ distributors: z.array(distributorRow) }),
})
export const addDistributor = endpoint('POST', '/api/admin/distributor', {
  summary: 'Add a distributor',
  body: z.object({ name: filled, ...distributorFields }),
  answer: added,
})
export const updateDistributor = endpoint('PUT', '/api/admin/distributor/:id', {
  summary: 'Change a distributor; its name stays',
  params: byId,
  body: z.object({ ...distributorFields, ...edited }),
  answer: done,
})
export const deleteDistributor = endpoint('DELETE', '/api/admin/distributor/:id', {
  summary: 'Delete a distributor; 409 while clients or users are its own',
  params: byId,
  answer: done,
})

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
export const deletedRows = endpoint('GET', '/api/admin/deleted', {
  summary: 'What was deleted in the last 30 days',
  answer: z.object({ deleted: z.array(deletedRow) }),
})
export const restore = endpoint('POST', '/api/admin/deleted/:kind/:id/restore', {
  summary: 'Restore what was deleted',
  params: z.object({ kind: z.enum(deletedKinds), id }),
  answer: done,
})

const params = z.object({ clientId: id })
const setting = z
  .enum(operatorSettings)
  .describe(
    'allowed: figures are compared operator by operator; forbidden: they are not, and names of operators are left out for users, walls and tablets; notSet: only the comparison is refused',
  )

export const operatorRows = endpoint('GET', '/api/admin/operator-rows/:clientId', {
  summary: 'What a client says of the names and figures of its operators',
  params,
  answer: z.object({ setting }),
})

export const setOperatorRows = endpoint('PUT', '/api/admin/operator-rows/:clientId', {
  summary:
    'Allow or forbid that figures of a client are compared operator by operator, and that users, walls and tablets read names of operators',
  params,
  body: z.object({ setting }),
  answer: z.object({ message: z.string() }),
})
