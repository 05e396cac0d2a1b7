import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

const started = z.object({
  fastify: z.custom<FastifyInstance>((made) => typeof made === 'object' && made !== null),
})

/**
 * Records every route that servers of this process register from here on, as `GET /path`; it does not use the server's
 * own list of routes. `end` stops it.
 */
export function listenForRoutes(): { readonly routes: ReadonlySet<string>; end(): void } {
  const routes = new Set<string>()
  const onStart = (message: unknown) => {
    started.parse(message).fastify.addHook('onRoute', ({ method, url }) => {
      for (const name of [method].flat()) routes.add(`${name} ${url}`)
    })
  }
  subscribe('fastify.initialization', onStart)
  return { routes, end: () => void unsubscribe('fastify.initialization', onStart) }
}
