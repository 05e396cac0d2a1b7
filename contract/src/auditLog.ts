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
