import { chosenId, endpoint, id } from '../endpoint.ts'
import { z } from '../z.ts'
import { added, byId, done, edited, email, filled, isName, text, version } from './panelParts.ts'

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
  editable: z.boolean().describe('The signed-in person may change and delete this user'),
  emailEditable: z
    .boolean()
    .describe('The signed-in person may change the e-mail address: only who may give this role'),
  pendingEmail: z
    .string()
    .nullable()
    .describe('The new address that awaits confirmation; until then email stays in force'),
  version,
})
export type UserRow = z.output<typeof userRow>

const userFields = {
  firstName: isName(filled),
  lastName: isName(text).optional(),
  email,
  contactNumber: text.optional(),
}

export const users = endpoint('GET', '/api/admin/user', {
  summary: 'The users that the signed-in person may see',
  answer: z.object({ users: z.array(userRow) }),
})
export const addUser = endpoint('POST', '/api/admin/user', {
  summary:
    'Add a user; without a password an invitation is sent by e-mail. Role 5 adds a device: user name and client count, and the answer has its token',
  body: z.object({
    username: filled.max(64),
    ...userFields,
    password: z.string().max(256).optional(),
    role: chosenId,
    clientId: id.nullish(),
    distributorId: id.nullish(),
  }),
  answer: added.extend({
    token: z.string().optional().describe('Of a device; shown by this answer only'),
  }),
})
export const updateUser = endpoint('PUT', '/api/admin/user/:id', {
  summary:
    'Change a user; user name, password, client and role stay, unless the account awaits approval and an admin assigns client and role. A new e-mail address takes effect when the link that is sent to it is opened within 24 hours',
  params: byId,
  body: z.object({
    ...userFields,
    role: id.optional(),
    clientId: id.nullish(),
    distributorId: id.nullish(),
    ...edited,
  }),
  answer: done.extend({
    pendingEmail: z.string().optional().describe('The new address, when it awaits confirmation'),
  }),
})
export const deleteUser = endpoint('DELETE', '/api/admin/user/:id', {
  summary: 'Delete a user; never oneself, never the last admin',
  params: byId,
  answer: done,
})
