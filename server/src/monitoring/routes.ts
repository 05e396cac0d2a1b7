import { health, ready, readyLimits } from '@packboard/contract'
import { declare, routesOf } from '../access/declare.ts'
import type { BackupDeps } from '../backup/backupService.ts'
import type { ClusterDeps } from '../cluster/cluster.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import type { OutboxDeps } from '../outbox/outbox.ts'
import { damagedTable } from './dataLeft.ts'
import type { Metrics } from './metrics.ts'
import type { StoreHealth } from './storeHealth.ts'

/** Is the process alive, and can it serve? For load balancers and supervisors; reveals no internals. */
export function healthRoutes(
  app: App,
  deps: Deps & BackupDeps & ClusterDeps & OutboxDeps,
  stores: StoreHealth,
) {
  const route = routesOf(app, 'Running it')

  route(health, 'everybody', async () => ({ status: 'ok' as const }))

  const declared = declare(ready, 'Running it', 'everybody')
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
        mail: await mailState(deps),
        damage: damage.slice(0, readyLimits.damageListed),
        cells: deps.cluster?.cellStates() ?? [],
      }
    },
  })
}

/** Where the store of the outbox does not answer, management says so. */
async function mailState({ config, outbox }: Deps & OutboxDeps) {
  if (config.smtpUrl === undefined) return 'none' as const
  const state = await outbox.state().catch(() => undefined)
  return state && state.mailFailingSince !== null ? ('failing' as const) : ('ok' as const)
}

function backupState({ elsewhere, isOverdue }: BackupDeps['backups']) {
  if (elsewhere !== undefined) return 'elsewhere' as const
  return isOverdue() ? ('overdue' as const) : ('ok' as const)
}

/** `/metrics` for Prometheus: on this machine, or with METRICS_TOKEN as a bearer token. */
export function metricsRoutes(app: App, metrics: Metrics) {
  app.route({
    method: 'GET',
    url: '/metrics',
    config: { policy: { caller: 'loopback' } },
    schema: { hide: true },
    async handler(_request, reply) {
      const text = await metrics.text()
      return reply.type(metrics.contentType).send(text)
    },
  })
}
