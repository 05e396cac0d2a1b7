import { damagedTable } from './damage.ts'
import { endpoint } from './endpoint.ts'
import { z } from './z.ts'

export const health = endpoint({
  method: 'GET',
  path: '/health/live',
  summary: 'The process runs',
  answer: z.object({ status: z.literal('ok') }),
})

const partHealth = z.enum(['ok', 'failing'])
/** How many lines of damage are listed. */
const damageListed = 100

export const ready = endpoint({
  method: 'GET',
  path: '/health/ready',
  summary: 'All parts work: 200; a part does not: 503 with the same body',
  answer: z.object({
    ready: z.boolean(),
    parts: z.object({
      telemetry: z.enum(['ok', 'failing', 'damaged']).meta({
        description:
          'damaged: records are lost or cannot be read, `damage` says which; everything else goes on, so the server is ready.',
      }),
      management: partHealth,
      ingest: partHealth,
      disk: z.enum(['ok', 'low', 'full']).meta({
        description:
          'The disk of the data directory: low below 10 % or 5 GB of free space, full below 3 % or 1 GB, whichever is less. Full: records are refused, so the server is not ready.',
      }),
    }),
    backup: z.enum(['ok', 'overdue', 'elsewhere']).meta({
      description:
        'overdue: no good backup for two days; the server stays ready. elsewhere: the stores are on other servers, whose own tools back them up.',
    }),
    damage: z.array(damagedTable).max(damageListed),
  }),
})

export const readyLimits = { damageListed } as const
