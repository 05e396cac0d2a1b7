import { endpoint, id, instant, serialNo } from './endpoint.ts'
import { z } from './z.ts'

/** What a person typed; blanks at the ends are nobody's. */
const text = z.string().trim().max(256)
const filled = text.min(1)
const email = z.email().max(254)

/**
 * The number of changes that a row has seen. An edit sends back the one that it was made on; when somebody else was
 * faster the answer is 409 and nothing is lost.
 */
const version = z.number().int().min(1)
const edited = { version: version.optional() }

const done = z.object({ message: z.string() })
const added = z.object({ message: z.string(), id: z.number().int() })
const byId = z.object({ id })

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

export const machineRow = z.object({
  id: z.number().int(),
  clientId: z.number().int(),
  clientName: z.string(),
  machineTypeId: z.number().int(),
  machineTypeName: z.string(),
  machineId: serialNo.describe('Serial No'),
  lineId: z.number().int().nullable(),
  lineName: z.string(),
  targetPpm: z.number().nullable(),
  version,
})
export type MachineRow = z.output<typeof machineRow>

export const managedMachines = endpoint({
  method: 'GET',
  path: '/api/admin/machine',
  summary: 'All machines of clients that are not deleted',
  answer: z.object({ machines: z.array(machineRow) }),
})
const machineFields = {
  machineTypeId: id,
  machineId: serialNo,
  lineName: text.optional(),
  targetPpm: z.number().positive().max(1e6).nullish(),
}
export const addMachine = endpoint({
  method: 'POST',
  path: '/api/admin/machine',
  summary: 'Add a machine',
  body: z.object({ clientId: id, ...machineFields }),
  answer: added,
})
export const updateMachine = endpoint({
  method: 'PUT',
  path: '/api/admin/machine/:id',
  summary: 'Change a machine; its client stays',
  params: byId,
  body: z.object({ ...machineFields, ...edited }),
  answer: done,
})
export const deleteMachine = endpoint({
  method: 'DELETE',
  path: '/api/admin/machine/:id',
  summary: 'Delete a machine; its records stay',
  params: byId,
  answer: done,
})

export const machineTypeRow = z.object({
  id: z.number().int(),
  label: z.string(),
  imagePath: z.string(),
  version,
})
export type MachineTypeRow = z.output<typeof machineTypeRow>

/** The list that both the panel's table and its selects use; the name is the specification's. */
export const machineTypes = endpoint({
  method: 'GET',
  path: '/api/admin/machineTypes',
  summary: 'All machine types',
  answer: z.object({ machines: z.array(machineTypeRow) }),
})
/** Multipart: the text `label` and the picture `file` (PNG, JPEG or WebP, up to 5 MB; D52). */
export const addMachineType = endpoint({
  method: 'POST',
  path: '/api/admin/machineTypes',
  summary: 'Add a machine type with its picture (multipart: label, file)',
  answer: added,
})
export const updateMachineType = endpoint({
  method: 'PUT',
  path: '/api/admin/machineTypes/:id',
  summary: 'Change the picture of a machine type (multipart: file, version); its label stays',
  params: byId,
  answer: done,
})
export const deleteMachineType = endpoint({
  method: 'DELETE',
  path: '/api/admin/machineTypes/:id',
  summary: 'Delete a machine type; 409 while machines are of it',
  params: byId,
  answer: done,
})

export const userRow = z.object({
  id: z.number().int(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  clientId: z.number().int().nullable(),
  clientName: z.string().nullable(),
  distributorId: z.number().int().nullable(),
  distributorName: z.string().nullable(),
  role: z.number().int().nullable().describe('User group; null awaits approval'),
  roleName: z.string().nullable(),
  contactNumber: z.string(),
  version,
})
export type UserRow = z.output<typeof userRow>

const userFields = {
  firstName: filled,
  lastName: text.optional(),
  email,
  contactNumber: text.optional(),
}

export const users = endpoint({
  method: 'GET',
  path: '/api/admin/user',
  summary: 'The users that the signed-in person may see',
  answer: z.object({ users: z.array(userRow) }),
})
export const addUser = endpoint({
  method: 'POST',
  path: '/api/admin/user',
  summary: 'Add a user; without a password an invitation is sent by e-mail (D37)',
  body: z.object({
    username: filled.max(64),
    ...userFields,
    password: z.string().max(256).optional(),
    role: id,
    clientId: id.nullish(),
    distributorId: id.nullish(),
  }),
  answer: added,
})
export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/admin/user/:id',
  summary:
    'Change a user; user name, password, client and role stay, unless the account awaits approval and an admin assigns client and role',
  params: byId,
  body: z.object({
    ...userFields,
    role: id.optional(),
    clientId: id.nullish(),
    distributorId: id.nullish(),
    ...edited,
  }),
  answer: done,
})
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/user/:id',
  summary: 'Delete a user; never oneself, never the last admin',
  params: byId,
  answer: done,
})

export const updateLine = endpoint({
  method: 'PUT',
  path: '/api/admin/updateLine/:id',
  summary: 'Name the line of a machine (id of the machine)',
  params: byId,
  body: z.object({ lineName: filled, clientId: id.optional(), machineName: serialNo.optional() }),
  answer: done,
})

const option = z.object({ id: z.number().int(), label: z.string() })
export const subscriptionOptions = endpoint({
  method: 'GET',
  path: '/api/admin/subscriptions',
  summary: 'The subscriptions that a client may have',
  answer: z.object({ subscriptions: z.array(option) }),
})
export const userGroupOptions = endpoint({
  method: 'GET',
  path: '/api/admin/userGroups',
  summary: 'The roles that the signed-in person may give',
  answer: z.object({ userGroups: z.array(option) }),
})
export const tutorials = endpoint({
  method: 'GET',
  path: '/api/admin/tutorials/2',
  summary: 'Tutorials; the link to them is hidden',
  answer: z.object({ tutorials: z.array(z.object({ title: z.string(), link: z.string() })) }),
})

/** What can be restored within 30 days (D41). */
export const deletedKinds = ['distributor', 'client', 'machine', 'machineType', 'user'] as const
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
