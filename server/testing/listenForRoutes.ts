import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

const started = z.object({
  fastify: z.custom<FastifyInstance>((made) => typeof made === 'object' && made !== null),
})

/**
 * Writes down every route that servers of this process register from here on, as `GET /path`; nothing that a server
 * itself believes about its routes is asked. `end` stops listening.
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
