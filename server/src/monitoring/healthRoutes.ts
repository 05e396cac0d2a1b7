import { health, ready, readyLimits } from '@packboard/contract'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'
import { damagedTable } from './damagedTable.ts'
import type { StoreHealth } from './storeHealth.ts'

/** Is the process alive, and can it serve? For load balancers and supervisors; reveals no internals. */
export function healthRoutes(app: App, deps: Deps, stores: StoreHealth) {
  app.route({
    ...declare(health, 'Running it'),
    handler: async () => ({ status: 'ok' as const }),
  })

  const declared = declare(ready, 'Running it')
  app.route({
    ...declared,
    // The same body in both cases: "not ready" is a result, not an error.
    schema: { ...declared.schema, response: { 200: ready.answer, 503: ready.answer } },
    async handler(request, reply) {
      const { telemetry, management } = await stores()
      const ingest = deps.ingest?.health() ?? { ok: true, detail: 'not on this server' }
      const all = { telemetry, management, ingest }
      const disk = deps.disk.state()
      const ok = Object.values(all).every((part) => part.ok) && disk !== 'full'
      if (!ok) {
        request.log.warn({ ...all, disk }, 'not ready')
        reply.code(503).header('retry-after', '2')
      }
      const word = (part: { ok: boolean }) => (part.ok ? ('ok' as const) : ('failing' as const))
      const damage = deps.telemetry.damage().map(damagedTable)
      return {
        ready: ok,
        parts: {
          telemetry: telemetry.ok && damage.length > 0 ? ('damaged' as const) : word(telemetry),
          management: word(management),
          ingest: word(ingest),
          disk,
        },
        backup: backupState(deps.backups),
        damage: damage.slice(0, readyLimits.damageListed),
      }
    },
  })
}

function backupState({ elsewhere, isOverdue }: Deps['backups']) {
  if (elsewhere !== undefined) return 'elsewhere' as const
  return isOverdue() ? ('overdue' as const) : ('ok' as const)
}
