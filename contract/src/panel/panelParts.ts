import { id } from '../endpoint.ts'
import { z } from '../z.ts'

/** What a person typed; blanks at the ends are nobody's. */
export const text = z.string().trim().max(256)
export const filled = text.min(1)
export const email = z.email().max(254)

/**
 * The number of changes that a row has seen. An edit sends back the one that it was made on; when somebody else was
 * faster the answer is 409 and nothing is lost.
 */
export const version = z.number().int().min(1)
export const edited = { version: version.optional() }

export const done = z.object({ message: z.string() })
export const added = z.object({ message: z.string(), id: z.number().int() })
export const byId = z.object({ id })
