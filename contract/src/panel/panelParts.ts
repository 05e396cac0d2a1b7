import { id } from '../endpoint.ts'
import { z } from '../z.ts'

/** A text that a person typed; blanks at both ends are removed. */
export const text = z.string().trim().max(256)
export const filled = text.min(1)
export const email = z.email().max(254)

/**
 * The version of a row: how often it was changed. An edit sends the version that it was based on; if the row has
 * changed since, the answer is 409 and nothing is lost.
 */
export const version = z.number().int().min(1)
export const edited = { version: version.optional() }

export const done = z.object({ message: z.string() })
export const added = z.object({ message: z.string(), id: z.number().int() })
export const byId = z.object({ id })

/** A name stands in letters that this server sends: it is short, and no address. */
const nameLength = 64
const noAddress = /^(?!.*:\/\/)/s
export const isName = (typed: z.ZodString) =>
  typed.max(nameLength).regex(noAddress, 'Please enter a name without an address.')
