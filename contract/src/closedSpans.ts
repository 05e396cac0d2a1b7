import { instant } from './endpoint.ts'
import { z } from './z.ts'

/** Closed time of a plan: what is OFFLINE in it is "not scheduled" (D73). */
export const closedSpans = z
  .array(z.object({ from: instant, to: instant }))
  .optional()
  .describe('Closed time of the plan, in order; OFFLINE in it is "not scheduled". Absent: none')
