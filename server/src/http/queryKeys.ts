import { AppError } from '@packboard/model'
import type { FastifyInstance } from 'fastify'
import { limits } from './limits.ts'

/**
 * Refuses a query with a repeated key, or with a key in the syntax of nested objects: two parsers of one URL must never
 * see two different clients (T7).
 */
function checkQueryKeys(url: string) {
  const start = url.indexOf('?')
  if (start < 0) return
  const seen = new Set<string>()
  for (const [key] of new URLSearchParams(url.slice(start + 1))) {
    if (seen.has(key)) throw refused(key, 'is given twice')
    if (/[[\]]/.test(key) || key === '__proto__' || key === 'constructor')
      throw refused(key, 'is not a name')
    seen.add(key)
    if (seen.size > limits.queryKeys) throw refused('query', 'has too many keys')
  }
}

const refused = (field: string, message: string) =>
  new AppError('request.invalid', { fields: [{ field: field.slice(0, 64), message }] })

/** Checks the query of every request before any route runs. */
export function guardQueries(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    if (request.url.length > limits.urlBytes) throw new AppError('request.tooLarge')
    checkQueryKeys(request.url)
  })
}
