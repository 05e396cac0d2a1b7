import { cpus, freemem, loadavg, release, totalmem } from 'node:os'
import { supportBundle as bundleCall, type SupportBundle } from '@packboard/contract'
import { installationCounts, recordEvent } from '@packboard/management'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { damagedTable } from '../monitoring/dataLeft.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import type { StoreHealth } from '../monitoring/storeHealth.ts'
import { thisVersion } from '../program/version.ts'
import { shareableLine, shareableSettings } from './shareableLine.ts'

const about =
  'A support bundle of Packboard. It holds no names, records, addresses or secrets; docs/operations/monitoring.md says what is in it.'

/** Where the parts of a bundle come from. */
type BundleSources = {
  readonly metrics: Metrics
  readonly stores: StoreHealth
  readonly startedAt: Date
  /** The environment of the process. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** What this process knows of itself. A store that does not answer leaves its part out: it is then what the bundle is about. */
async function supportBundle(
  deps: Deps,
  { metrics, stores, startedAt, env }: BundleSources,
): Promise<SupportBundle> {
  const { telemetry, management, config, now } = deps
  const [health, counts, stored, text] = await Promise.all([
    stores(),
    known(installationCounts(management)),
    known(telemetry.storage()),
    known(metrics.text()),
  ])
  const ingest = deps.ingest?.health() ?? { ok: true }
  const said = ({ ok }: { readonly ok: boolean }) => (ok ? 'ok' : 'failing')
  return {
    about,
    madeAt: new Date(now()),
    packboard: { ...thisVersion, startedAt, role: config.role, demo: deps.demo },
    machine: machine(),
    process: processFacts(),
    settings: shareableSettings(env),
    health: {
      parts: {
        telemetry: said(health.telemetry),
        management: said(health.management),
        ingest: said(ingest),
        disk: deps.disk.state(),
      },
      damage: telemetry.damage().map(damagedTable),
    },
    disk: deps.disk.space() ?? null,
    engines: {
      telemetry: {
        version: versionOf(stored?.engine),
        restarts: telemetry.metrics().engineRestarts,
      },
      management: {
        version: health.management.ok ? versionOf(health.management.detail) : null,
        restarts: management.engineRestarts(),
      },
    },
    counts: counts ?? null,
    tables: stored ? [...stored.tables] : null,
    questions: [...telemetry.questions().times()],
    slow: telemetry
      .questions()
      .slow()
      .map(({ name, at, ms }) => ({ name, at: new Date(at), ms })),
    metrics: text?.split('\n').filter((line) => line !== '' && !line.startsWith('#')) ?? [],
    log: deps.recentLog
      .lines()
      .map(shareableLine)
      .filter((line) => line !== undefined),
  }
}

/** Undefined when it fails or takes longer than two seconds. */
async function known<Answer>(question: Promise<Answer>): Promise<Answer | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), 2_000)
  })
  try {
    return await Promise.race([question.catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}

const versionOf = (text: string | undefined) => /\d+(\.\d+)+/.exec(text ?? '')?.[0] ?? null

/** The machine, without its name. */
export const machine = () => ({
  node: process.versions.node,
  os: `${process.platform} ${process.arch} ${/^[\d.]+/.exec(release())?.[0] ?? ''}`.trim(),
  processors: cpus().length,
  memoryBytes: totalmem(),
  freeMemoryBytes: freemem(),
  load: loadavg().map((one) => Math.round(one * 100) / 100),
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

function processFacts() {
  const { rss, heapUsed } = process.memoryUsage()
  return {
    uptimeSeconds: Math.round(process.uptime()),
    memoryBytes: rss,
    heapBytes: heapUsed,
  }
}

const json = 'application/json; charset=utf-8'

/** `GET /support-bundle` for `packboard support`: on this machine, or with METRICS_TOKEN, like `/metrics`. */
export function localSupportRoutes(app: App, deps: Deps, sources: BundleSources) {
  app.route({
    method: 'GET',
    url: '/support-bundle',
    config: { policy: { caller: 'loopback' } },
    schema: { hide: true },
    async handler(request, reply) {
      const bundle = await supportBundle(deps, sources)
      request.log.info({ event: 'support.bundle' }, 'A support bundle was made')
      return reply.type(json).send(JSON.stringify(bundleCall.answer.encode(bundle)))
    },
  })
}

/** The same for admins, in the panel. */
export function supportRoutes(app: App, deps: Deps, access: Access, sources: BundleSources) {
  const route = routesOf(app, 'Running it')

  route(bundleCall, 'manageInstallation', async (request) => {
    const { userId, username } = access.actor(request)
    // Before the file is sent, as of every file that is exported (D42).
    await recordEvent(deps.management, { userId, username }, 'export', 'support', {
      id: null,
      clientId: null,
      after: null,
    })
    return supportBundle(deps, sources)
  })
}
