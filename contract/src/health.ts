import { endpoint } from './endpoint.ts'
import { z } from './z.ts'

export const health = endpoint({
  method: 'GET',
  path: '/health/live',
  summary: 'The process runs',
  answer: z.object({ status: z.literal('ok') }),
})

const partHealth = z.enum(['ok', 'failing'])

export const ready = endpoint({
  method: 'GET',
  path: '/health/ready',
  summary: 'All parts work: 200; a part does not: 503 with the same body',
  answer: z.object({
    ready: z.boolean(),
    parts: z.object({
      telemetry: partHealth,
      management: partHealth,
      ingest: partHealth,
      disk: z.enum(['ok', 'low', 'full']).meta({
        description:
          'The disk of the data directory: low below 10 % or 5 GB of free space, full below 3 % or 1 GB, whichever is less. Full: records are refused, so the server is not ready.',
      }),
    }),
  }),
})
