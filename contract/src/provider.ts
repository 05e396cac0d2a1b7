import { endpoint } from './endpoint.ts'
import { z } from './z.ts'

/** Who runs this installation, as its footer shows it; neutral unless configured (D56). */
export const provider = endpoint({
  method: 'GET',
  path: '/api/provider',
  summary: 'Name and footer links of the provider; needs no session',
  answer: z.object({
    name: z.string(),
    links: z.array(z.object({ label: z.string(), href: z.url() })),
    demo: z.boolean().default(false).describe('A virtual plant, for trying it out'),
    signUp: z.boolean().describe('Whether anybody may ask for an account here'),
    history: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .default(null)
      .describe('How much of the past of the demo is written; null when none is being written'),
    outbox: z.boolean().describe('Whether e-mails are kept in the local outbox of the demo'),
  }),
})
export type Provider = z.output<typeof provider.answer>
