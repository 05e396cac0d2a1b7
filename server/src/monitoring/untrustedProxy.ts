import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

/** A warning about a proxy stays for this long after the last request that came through it. */
const shownMs = 24 * 3_600_000

/** Do requests come through a proxy that `TRUST_PROXY` does not name? */
export type UntrustedProxy = { seen(): boolean }

/**
 * Notices `X-Forwarded-For` while no proxy is trusted. Everybody behind the proxy then has one address and shares its
 * limits. The header is not read, only its presence: any caller can send one. A process that holds a cell gets it from its peers.
 */
export function watchForProxy(
  app: FastifyInstance,
  { config, cell, log, now }: Pick<Deps, 'config' | 'cell' | 'log' | 'now'>,
): UntrustedProxy {
  let lastAt: number | undefined
  if (config.trustProxy === false && !cell) {
    app.addHook('onRequest', async (request) => {
      if (request.headers['x-forwarded-for'] === undefined) return
      if (lastAt === undefined) {
        log.warn(
          { event: 'proxy.untrusted' },
          'Requests carry X-Forwarded-For, but TRUST_PROXY names no proxy: all people behind it share the limits of one address',
        )
      }
      lastAt = now()
    })
  }
  return { seen: () => lastAt !== undefined && now() - lastAt < shownMs }
}
