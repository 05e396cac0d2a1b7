import { z } from 'zod'

export const monthRow = z.object({ month: z.number() })
