import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { z } from 'zod'
import type { RoutePolicy } from '../src/access/declare.ts'

const started = z.object({
  fastify: z.custom<FastifyInstance>((made) => typeof made === 'object' && made !== null),
})

/** A route as a server registered it. */
export type RegisteredRoute = {
  readonly method: string
  readonly path: string
  /** Undefined where none was declared: such a server does not start. */
  readonly policy: RoutePolicy | undefined
}

/**
 * Records every route that servers of this process register from here on, in their order; it does not use the server's
 * own list of routes. `end` stops it.
 */
export function listenForRoutes(): { routes(): readonly RegisteredRoute[]; end(): void } {
  const heard: RouteOptions[] = []
  const onStart = (message: unknown) => {
    started.parse(message).fastify.addHook('onRoute', (route) => void heard.push(route))
  }
  subscribe('fastify.initialization', onStart)
  return {
    // A plugin's routes get their policy after they were heard.
    routes: () =>
      heard.flatMap(({ method, url, config }) =>
        [method].flat().map((name) => ({ method: name, path: url, policy: config?.policy })),
      ),
    end: () => void unsubscribe('fastify.initialization', onStart),
  }
}
