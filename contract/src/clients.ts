import { endpoint } from './endpoint.ts'
import { z } from './z.ts'

export const clientOption = z.object({
  id: z.number().int(),
  name: z.string(),
  location: z.string().nullable(),
  subscriptionLabel: z.string(),
})
export type ClientOption = z.output<typeof clientOption>

export const clientNames = endpoint('GET', '/api/admin/client-names', {
  summary: 'The clients that the signed-in person may choose',
  answer: z.object({ clients: z.array(clientOption) }),
})
