import { programGroups, programKeyLimits } from '@packboard/model'
import { endpoint, id, instant } from './endpoint.ts'
import { z } from './z.ts'

const groups = z
  .array(z.enum(programGroups))
  .min(1)
  .max(programGroups.length)
  .describe('What the key reads: the description of each call says of which group it is')

/** A key by which a program reads one client, one distributor with its clients, or the installation; never the key itself. */
export const programKeyRow = z.object({
  id: z.number().int(),
  name: z.string(),
  clientId: z.number().int().nullable(),
  clientName: z.string().nullable(),
  distributorId: z.number().int().nullable(),
  distributorName: z.string().nullable(),
  groups,
  createdBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: instant.nullable().describe('null: never'),
  lastAddress: z.string().describe('Where the last call came from; empty before the first'),
  callsToday: z.number().int().describe('Since midnight in UTC, as far as it is written down'),
  oldUntil: instant
    .nullable()
    .describe('Until when the key from before the last rotation is valid'),
})
export type ProgramKeyRow = z.output<typeof programKeyRow>

export const programKeys = endpoint('GET', '/api/admin/key', {
  summary: 'Keys for programs in scope, the newest first',
  answer: z.object({ keys: z.array(programKeyRow) }),
})

export const addProgramKey = endpoint('POST', '/api/admin/key', {
  summary: 'Make a key for a program; the answer is the only place that ever shows it',
  body: z.object({
    name: z.string().trim().min(1).max(programKeyLimits.nameLength),
    clientId: id.optional().describe('What it reads: this client'),
    distributorId: id
      .optional()
      .describe('or this distributor with its clients; with neither the whole installation'),
    groups,
    expires: instant
      .optional()
      .describe(
        `When it ends: left out, after ${programKeyLimits.days} days; at most ${programKeyLimits.daysAtMost} days from now`,
      ),
  }),
  answer: z.object({
    message: z.string(),
    id: z.number().int(),
    key: z.string().describe('For the header `Authorization: Bearer …`, and no other place'),
  }),
})

export const rotateProgramKey = endpoint('POST', '/api/admin/key/:id/rotate', {
  summary: `Make a second key under the same name; the first one ends after ${programKeyLimits.overlapHours} hours`,
  params: z.object({ id }),
  answer: z.object({ message: z.string(), key: z.string(), oldUntil: instant }),
})

export const deleteProgramKey = endpoint('DELETE', '/api/admin/key/:id', {
  summary: 'Revoke a key for a program; it ends within 5 seconds everywhere',
  params: z.object({ id }),
  answer: z.object({ message: z.string() }),
})
