import { endpoint, instant, serialNo } from './endpoint.ts'
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

/** What the machines of a client do now, and what they made. */
export const boardRow = z.object({
  id: z.number().int(),
  machines: z.number().int(),
  running: z.number().int(),
  offline: z.number().int().describe('Outside of closed time of the plan'),
  closed: z.number().int().describe('Machines that report nothing in closed time of the plan'),
  trouble: z
    .number()
    .int()
    .describe('Machines that report and do not run, outside of breaks and closed time of the plan'),
  worst: z
    .object({ machineId: serialNo, state: z.number().int(), since: instant.nullable() })
    .nullable()
    .describe('Of these; null: none stands'),
  packs: z.number().describe('Of the shift or day that runs there'),
})
export type BoardRow = z.output<typeof boardRow>

export const clientBoard = endpoint('GET', '/api/admin/client-board', {
  summary:
    'The clients that staff may choose, each with place, worst state, machines, packs and open trouble',
  answer: z.object({
    at: instant,
    clients: z.array(
      boardRow.extend({
        name: z.string(),
        location: z.string().nullable(),
        subscriptionLabel: z.string(),
      }),
    ),
  }),
})
export type ClientBoard = z.output<typeof clientBoard.answer>
