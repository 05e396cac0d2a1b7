import { openAccess } from './access/access.ts'
import { createQueryGate } from './access/queryGate.ts'
import { accountRoutes } from './accounts/accountRoutes.ts'
import { authRoutes } from './accounts/routes.ts'
import { changeRoutes } from './changes/routes.ts'
import { admitPeersOnly, internalRoutes } from './cluster/internalRoutes.ts'
import { clientOf, isElsewhere, registerSendOn, sendOn } from './cluster/sendOn.ts'
import { compareRoutes } from './compare/routes.ts'
import { dataSheetRoutes } from './dataSheet/routes.ts'
import { dataSourceRoutes } from './dataSources/routes.ts'
import { daySummaryRoutes } from './daySummary/routes.ts'
import type { Deps } from './deps.ts'
import { explainRoutes } from './explain/routes.ts'
import { exportRoutes } from './export/routes.ts'
import { recordFileRoutes } from './files/routes.ts'
import { boundBodies } from './http/bodyTurns.ts'
import { registerCompression } from './http/compression.ts'
import { type App, createHttpApp } from './http/createApp.ts'
import { observeRequests } from './http/observe.ts'
import { registerValidationMessages } from './http/validationMessages.ts'
import { imageRoutes } from './images/routes.ts'
import { liveStreams } from './live/liveStreams.ts'
import { liveRoutes } from './live/routes.ts'
import { healthRoutes } from './monitoring/healthRoutes.ts'
import { createMetrics } from './monitoring/metrics.ts'
import { metricsRoutes } from './monitoring/metricsRoutes.ts'
import { serverFigures } from './monitoring/serverFigures.ts'
import { storeHealth } from './monitoring/storeHealth.ts'
import { watchForProxy } from './monitoring/untrustedProxy.ts'
import { overviewRoutes } from './overview/routes.ts'
import { panelRoutes } from './panel/routes.ts'
import { planRoutes } from './plan/routes.ts'
import { preferenceRoutes } from './preferences/routes.ts'
import { productionRoutes } from './production/routes.ts'
import { recipeRoutes } from './recipes/routes.ts'
import { alarmStatisticRoutes } from './records/alarmStatisticRoutes.ts'
import { recordRoutes } from './records/routes.ts'
import { auditLogRoutes } from './routes/auditLog.ts'
import { clientRoutes } from './routes/clients.ts'
import { damageRoutes } from './routes/damage.ts'
import { describeRoutes, docsPage } from './routes/docs.ts'
import { documentationRoutes } from './routes/documentation.ts'
import { erasedNameRoutes } from './routes/erasure.ts'
import { heartbeatRoute } from './routes/heartbeat.ts'
import { ingestRoutes } from './routes/ingest.ts'
import { installationRoutes } from './routes/installations.ts'
import { kioskLinkRoutes } from './routes/kioskLinks.ts'
import { lookupRoutes } from './routes/lookups.ts'
import { operatorLinkRoutes } from './routes/operatorLink.ts'
import { operatorRowRoutes } from './routes/operatorRows.ts'
import { providerRoutes } from './routes/provider.ts'
import { quarantineRoutes } from './routes/quarantine.ts'
import { screenRoutes } from './routes/screens.ts'
import { securityTxtRoute } from './routes/securityTxt.ts'
import { shiftRoutes } from './routes/shifts.ts'
import { upgradeRoutes } from './routes/upgrades.ts'
import { versionRoutes } from './routes/version.ts'
import { wallRoutes } from './routes/wall.ts'
import { savedViewRoutes } from './savedViews/routes.ts'
import { shiftProgressRoutes } from './shiftProgress/routes.ts'
import { stopBookRoutes } from './stopBook/routes.ts'
import { stopRoutes } from './stops/routes.ts'
import { localSupportRoutes, supportRoutes } from './support/routes.ts'
import { timelineRoutes } from './timeline/routes.ts'

/** The HTTP server with every route. It opens and closes only itself. */
export async function createApp(deps: Deps): Promise<App> {
  const { config, log, cluster } = deps
  registerValidationMessages()
  const app = createHttpApp({
    log,
    trustProxy: config.trustProxy,
    certificate: deps.certificate,
    otherwise: (error, request, reply) => {
      if (!cluster || !isElsewhere(error)) return undefined
      return sendOn(
        request,
        reply,
        cluster,
        clientOf(error, request, () => access.viewer(request).clientId),
      )
    },
  })
  if (cluster && !deps.cell) await registerSendOn(app)
  if (cluster && deps.cell) admitPeersOnly(app, cluster.secret, deps.cell.id)
  const streams = liveStreams()
  const gate = createQueryGate()

  await registerCompression(app)
  await describeRoutes(app)
  const access = openAccess(app, deps)
  const bodies = boundBodies(app, access.bodySender)
  const stores = storeHealth(deps)
  const metrics = createMetrics(serverFigures(deps, { streams, gate, bodies, stores }))
  observeRequests(app, access.actorId, metrics.observe)

  const bundle = { metrics, stores, startedAt: new Date(deps.now()), env: deps.env }

  const proxy = watchForProxy(app, deps)
  healthRoutes(app, deps, stores)
  metricsRoutes(app, metrics)
  localSupportRoutes(app, deps, bundle)
  // ROLE splits one installation over processes; one process does everything by default.
  if (cluster) {
    const { ingest, telemetry, management, cell } = deps
    await internalRoutes(app, {
      secret: cluster.secret,
      management,
      cell: cell && ingest ? { id: cell.id, ingest, telemetry } : undefined,
    })
  }
  if (deps.ingest && !deps.cell) {
    await ingestRoutes(app, deps.ingest, access)
    heartbeatRoute(app, deps, access)
  }
  if (config.role !== 'ingest') {
    authRoutes(app, deps, access, streams)
    accountRoutes(app, deps)
    auditLogRoutes(app, deps, access)
    clientRoutes(app, deps, access)
    overviewRoutes(app, deps, access, gate)
    lookupRoutes(app, deps, access, gate)
    productionRoutes(app, deps, access, gate)
    stopRoutes(app, deps, access, gate)
    changeRoutes(app, deps, access, gate)
    compareRoutes(app, deps, access, gate)
    timelineRoutes(app, deps, access, gate)
    recordRoutes(app, deps, access, gate)
    alarmStatisticRoutes(app, deps, access, gate)
    daySummaryRoutes(app, deps, access, gate)
    dataSheetRoutes(app, deps, access, gate)
    explainRoutes(app, deps, access, gate)
    exportRoutes(app, deps, access, gate)
    liveRoutes(app, deps, access, gate, streams)
    wallRoutes(app, deps, access, gate)
    kioskLinkRoutes(app, deps, access)
    operatorLinkRoutes(app, deps, access)
    shiftProgressRoutes(app, deps, access, gate)
    erasedNameRoutes(app, deps, access)
    quarantineRoutes(app, deps, access, gate)
    dataSourceRoutes(app, deps, access, gate)
    installationRoutes(app, deps, access)
    recipeRoutes(app, deps, access)
    damageRoutes(app, deps, access)
    upgradeRoutes(app, deps, access)
    operatorRowRoutes(app, deps, access)
    shiftRoutes(app, deps, access)
    planRoutes(app, deps, access)
    stopBookRoutes(app, deps, access, gate)
    await recordFileRoutes(app, deps, access)
    savedViewRoutes(app, deps, access)
    preferenceRoutes(app, deps, access)
    providerRoutes(app, deps)
    versionRoutes(app, deps)
    supportRoutes(app, deps, access, bundle)
    await panelRoutes(app, deps, access, proxy)
    imageRoutes(app, deps)
    if (!deps.cell) {
      await screenRoutes(app, deps)
      securityTxtRoute(app, deps)
      await documentationRoutes(app, deps)
    }
  }
  await docsPage(app)

  // Open streams would keep the server from closing; their readers are sent a reconnection hint.
  app.addHook('preClose', async () => streams.close())
  return app
}
