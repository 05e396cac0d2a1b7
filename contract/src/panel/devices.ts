import { endpoint, id, instant } from '../endpoint.ts'
import { z } from '../z.ts'
import { byId, done, edited, text, version } from './panelParts.ts'

/** Limits of what a caller may name at once. */
export const deviceLimits = { nameLength: 64, machines: 2_000 } as const

export const deviceMachines = z.union([
  z.literal('all'),
  z.array(text.min(1).max(64)).min(1).max(deviceLimits.machines),
])
const machines = deviceMachines.describe('Serial numbers, or all machines of the client')

export const deviceRow = z.object({
  id: z.number().int(),
  clientId: z.number().int(),
  clientName: z.string(),
  name: z.string(),
  machines: z
    .union([z.literal('all'), z.array(z.string())])
    .describe('Serial numbers, or all machines of the client'),
  createdAt: instant,
  lastSeenAt: instant.nullable().describe('Last sign-in or message, to the minute'),
  tokenMadeAt: instant.nullable().describe('null: it still has a password; rotate to get a token'),
  oldUntil: instant.nullable().describe('Until then the credential before is valid as well'),
  version,
})
export type DeviceRow = z.output<typeof deviceRow>

const token = z
  .string()
  .describe('The answer is the only place that ever shows it; sent as x-access-token: NAME:TOKEN')

export const devices = endpoint('GET', '/api/admin/device', {
  summary: 'The devices of the clients in scope',
  answer: z.object({
    devices: z.array(deviceRow),
    machines: z
      .array(z.object({ clientId: z.number().int(), serialNo: z.string() }))
      .describe('The machines of these clients, which a device can send for'),
  }),
})
export const addDevice = endpoint('POST', '/api/admin/device', {
  summary: 'Add a device; its name is unique within its client',
  body: z.object({
    clientId: id,
    // The header separates name and token by a colon.
    name: text
      .min(1)
      .max(deviceLimits.nameLength)
      .regex(/^[^:\p{Cc}\p{Cf}]*$/u),
    machines,
  }),
  answer: z.object({ message: z.string(), id: z.number().int(), token }),
})
export const updateDevice = endpoint('PUT', '/api/admin/device/:id', {
  summary: 'Change the machines that a device sends for; its name stays',
  params: byId,
  body: z.object({ machines, ...edited }),
  answer: done,
})
export const deleteDevice = endpoint('DELETE', '/api/admin/device/:id', {
  summary: 'Delete a device: its records stay, new ones are refused at once',
  params: byId,
  answer: done,
})
export const rotateDeviceToken = endpoint('POST', '/api/admin/device/:id/token', {
  summary: 'Give a device a new token; the one before ends after 24 hours, or at once',
  params: byId,
  body: z.object({ endOld: z.boolean().default(false) }),
  answer: z.object({
    message: z.string(),
    token,
    oldUntil: instant.nullable().describe('Until then the credential before is valid as well'),
  }),
})
