import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { AppError } from '@packboard/model'
import type { FastifyInstance } from 'fastify'

/**
 * Refuses a request under a name that nobody gave this machine: a page can have a name of its own site lead to this machine and
 * would then send records and read the overview as the browser of this machine. Such a name has a dot and is no address.
 */
export function refuseOtherHosts(app: FastifyInstance, named: readonly string[]): void {
  const names = new Set([hostname(), ...named].map((name) => name.toLowerCase()))
  names.add(`${hostname().toLowerCase()}.local`)
  app.addHook('onRequest', async ({ headers }) => {
    // Only a program sends none.
    if (headers.host === undefined || isOfThisMachine(headers.host, names)) return
    const message = 'This edge recorder has no such name. Add it to EDGE_HOSTS.'
    throw new AppError('request.invalid', { message })
  })
}

function isOfThisMachine(header: string, names: ReadonlySet<string>): boolean {
  const [, host = ''] = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::\d{1,5})?$/i.exec(header) ?? []
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return isIP(name) !== 0 || /^[a-z\d_-]{1,63}$/.test(name) || names.has(name)
}
