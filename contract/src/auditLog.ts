import { endpoint, id, instant } from './endpoint.ts'
import { pageParams } from './filter.ts'
import { z } from './z.ts'

/** One line of the administrative audit log: who, when, what, before, after (D42). */
export const auditLogRow = z.object({
  id: z.string(),
  at: instant,
  actor: z.string(),
  action: z.string().describe('create, update, delete, restore, signIn, signInFailed, export, ...'),
  entity: z.string(),
  entityId: z.number().int().nullable(),
  entityName: z
    .string()
    .nullable()
    .describe('What the record is called now; null where it has no name or is gone'),
  clientName: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  sealed: z
    .boolean()
    .describe('Signed; false for some seconds after it was written, and without the key file'),
})
export type AuditLogRow = z.output<typeof auditLogRow>

export const auditLog = endpoint('GET', '/api/admin/audit-log/:page/:pageSize', {
  summary:
    'Management changes, sign-ins and exports, newest first; a client administrator sees those of its own client',
  params: pageParams,
  query: z.object({
    search: z.string().max(128).default(''),
    action: z.string().max(32).default('All'),
    clientId: id.optional(),
    from: instant.optional(),
    to: instant.optional(),
  }),
  answer: z.object({ rows: z.array(auditLogRow), count: z.number().int() }),
})

/** An entry that is not as it was signed, or a place where one is missing (D93). */
export const auditFault = z.object({
  clientId: z.number().int().nullable().describe('null: of the installation'),
  no: z.number().int().nullable().describe('Its place in the chain'),
  entryId: z.string().nullable().describe('The entry; null where it is missing'),
  what: z
    .enum(['changed', 'missing', 'ends', 'unsealed', 'keyMissing'])
    .describe(
      'changed: not as it was signed; missing: removed; ends: the beginning or end of the chain was moved; unsealed: nobody signs it; keyMissing: signed with a key that is not here',
    ),
})
export type AuditFault = z.output<typeof auditFault>

export const verifyAuditLog = endpoint('GET', '/api/admin/audit-log/verify', {
  summary:
    'Compare all entries with what was signed, those of the own client for a client administrator; names the first that does not fit in each chain',
  query: z.object({ clientId: id.optional() }),
  answer: z.object({
    entries: z.number().int().describe('Entries that fit'),
    notSealed: z.number().int().describe('Entries that are still to be signed'),
    lost: z.number().int().describe('Entries that were signed with a key that is lost'),
    faults: z.array(auditFault),
  }),
})
