import { endpoint, id, instant } from './endpoint.ts'
import { z } from './z.ts'

const params = z.object({ clientId: id })
/** Compared exactly, with spaces and capitals. Never part of a URL, because proxies log URLs. */
const body = z.object({ name: z.string().min(1).max(256) })

/** An operator whose name was erased at a client; the name itself is not stored. */
export const erasedNameRow = z.object({
  id: z.number().int(),
  pseudonym: z.string(),
  erasedBy: z.string(),
  erasedAt: instant,
  doneAt: instant.nullable().describe('null: asked for, and under way'),
})
export type ErasedNameRow = z.output<typeof erasedNameRow>

export const erasedNames = endpoint('GET', '/api/admin/erased-names/:clientId', {
  summary: 'Operators whose names were erased at a client, by what stands in their place',
  params,
  answer: z.object({ names: z.array(erasedNameRow) }),
})

export const countName = endpoint('POST', '/api/admin/erased-names/:clientId/count', {
  summary: "How many records of a client hold an operator's name, to the letter",
  params,
  body,
  answer: z.object({ records: z.number().int() }),
})

export const eraseName = endpoint('POST', '/api/admin/erased-names/:clientId/erase', {
  summary: "Put a pseudonym in the place of an operator's name, for good; counts and times stay",
  params,
  body,
  answer: z.object({ message: z.string(), pseudonym: z.string() }),
})
