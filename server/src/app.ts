import { type Access, openAccess } from './access/access.ts'
import { createQueryGate, type QueryGate } from './access/queryGate.ts'
import type { MailDeps } from './accounts/accountMail.ts'
import { myAccountRoutes } from './accounts/myAccount.ts'
import { accountRoutes, authRoutes } from './accounts/routes.ts'
import type { AlertWatchDeps } from './alerts/alertWatch.ts'
import { alertRoutes } from './alerts/routes.ts'
import type { BackupDeps } from './backup/backupService.ts'
import { changeRoutes } from './changes/routes.ts'
import type { ClusterDeps } from './cluster/cluster.ts'
import { admitPeersOnly, internalRoutes } from './cluster/internalRoutes.ts'
import { clientOf, isElsewhere, registerSendOn, sendOn } from './cluster/sendOn.ts'
import { type CompanyDeps, companyFlow } from './companySignIn/companyFlow.ts'
import {
  companyAccountRoutes,
  companyRoutes,
  identityProviderRoutes,
} from './companySignIn/routes.ts'
import { compareRoutes } from './compare/routes.ts'
import { daySummaryRoutes } from './daySummary/routes.ts'
import type { Deps } from './deps.ts'
import type { PlanDeps } from './exclusions/planBook.ts'
import { explainRoutes } from './explain/routes.ts'
import { exportRoutes } from './export/routes.ts'
import type { FileDeps } from './files/recordFiles.ts'
import { recordFileRoutes } from './files/routes.ts'
import { boundBodies } from './http/bodyTurns.ts'
import { type App, createHttpApp, registerCompression } from './http/createApp.ts'
import { type LiveStreams, liveStreams } from './http/liveStreams.ts'
import { observeRequests } from './http/observe.ts'
import { registerValidationMessages } from './http/validationMessages.ts'
import { lineRoutes } from './line/lineRoutes.ts'
import { createMetrics } from './monitoring/metrics.ts'
import { type LimitDeps, nearLimits } from './monitoring/nearLimits.ts'
import { healthRoutes, metricsRoutes } from './monitoring/routes.ts'
import { serverFigures } from './monitoring/serverFigures.ts'
import { storeHealth } from './monitoring/storeHealth.ts'
import { watchForProxy } from './monitoring/untrustedProxy.ts'
import { hookRoutes } from './outbox/hookRoutes.ts'
import type { OutboxDeps } from './outbox/outbox.ts'
import { linkRoutes, notificationRoutes } from './outbox/recipientRoutes.ts'
import { reportLinkRoutes, reportRoutes } from './outbox/reports/routes.ts'
import type { ReportServiceDeps } from './outbox/reports/startReports.ts'
import { liveRoutes } from './overview/liveRoutes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { deviceRoutes } from './panel/deviceRoutes.ts'
import { machineRoutes } from './panel/machineRoutes.ts'
import { machineTypeRoutes } from './panel/machineTypeRoutes.ts'
import { imageRoutes } from './panel/pictures.ts'
import {
  clientTableRoutes,
  deletedRoutes,
  distributorRoutes,
  optionRoutes,
} from './panel/routes.ts'
import { settingRoutes } from './panel/settingRoutes.ts'
import { userRoutes } from './panel/userRoutes.ts'
import { productionRoutes } from './production/routes.ts'
import { alarmStatisticRoutes } from './records/alarmStatistics.ts'
import { recordRoutes } from './records/routes.ts'
import { auditLogRoutes } from './routes/auditLog.ts'
import { clientRoutes } from './routes/clients.ts'
import { connectionRoutes } from './routes/connections.ts'
import { acceptDamageRoute, damageRoutes } from './routes/damage.ts'
import { dataSheetRoutes } from './routes/dataSheet.ts'
import { erasedNameRoutes, operatorRowRoutes } from './routes/erasure.ts'
import { ingestRoutes } from './routes/ingest.ts'
import { kioskLinkRoutes, operatorLinkRoutes, wallRoutes } from './routes/links.ts'
import { lookupRoutes } from './routes/lookups.ts'
import {
  describeRoutes,
  docsPage,
  documentationRoutes,
  screenRoutes,
  securityTxtRoute,
} from './routes/openPages.ts'
import { backupRoutes, limitRoutes, upgradeRoutes, warningRoutes } from './routes/operation.ts'
import { planRoutes } from './routes/plan.ts'
import { preferenceRoutes } from './routes/preferences.ts'
import { programKeyRoutes } from './routes/programKeys.ts'
import { providerRoutes } from './routes/provider.ts'
import { quarantineRoutes } from './routes/quarantine.ts'
import { recipeRoutes } from './routes/recipes.ts'
import { savedViewRoutes } from './routes/savedViews.ts'
import { shiftProgressRoutes } from './routes/shiftProgress.ts'
import { dataSourceRoutes, heartbeatRoute, installationRoutes } from './routes/sources.ts'
import { timelineRoutes } from './routes/timeline.ts'
import { readBoardRow } from './shift/clientBoard.ts'
import { shiftPageRoutes } from './shift/routes.ts'
import { stopBookRoutes } from './stops/bookRoutes.ts'
import { stopRoutes } from './stops/routes.ts'
import { localSupportRoutes, supportRoutes } from './support/supportBundle.ts'

/** What the HTTP server is given. The code that opened a service closes it; the app closes none of them. */
export type AppDeps = Deps &
  PlanDeps &
  MailDeps &
  OutboxDeps &
  BackupDeps &
  LimitDeps &
  FileDeps &
  AlertWatchDeps &
  ReportServiceDeps &
  ClusterDeps &
  CompanyDeps

/** The HTTP server with every route. It opens and closes only itself. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { config, log, cluster } = deps
  registerValidationMessages()
  const app = createHttpApp({
    log,
    trustProxy: config.trustProxy,
    forPeers: deps.cell !== undefined,
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
      cell:
        cell && ingest
          ? { id: cell.id, ingest, telemetry, boardRow: (scope) => readBoardRow(deps, scope) }
          : undefined,
    })
  }
  if (deps.ingest && !deps.cell) {
    await ingestRoutes(app, deps.ingest, access)
    heartbeatRoute(app, deps, access)
  }
  if (config.role !== 'ingest') {
    await signInRoutes(app, deps, access, streams)
    auditLogRoutes(app, deps, access)
    clientRoutes(app, deps, access, gate)
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
    programKeyRoutes(app, deps, access)
    shiftProgressRoutes(app, deps, access, gate)
    shiftPageRoutes(app, deps, access, gate)
    erasedNameRoutes(app, deps, access)
    quarantineRoutes(app, deps, access, gate)
    dataSourceRoutes(app, deps, access, gate)
    installationRoutes(app, deps, access)
    recipeRoutes(app, deps, access)
    damageRoutes(app, deps, access)
    acceptDamageRoute(app, deps, access)
    upgradeRoutes(app, deps, access)
    operatorRowRoutes(app, deps, access)
    outboxRoutes(app, deps, access, gate)
    planRoutes(app, deps, access, gate)
    stopBookRoutes(app, deps, access, gate)
    lineRoutes(app, deps, access, gate)
    alertRoutes(app, deps, access, gate)
    await recordFileRoutes(app, deps, access)
    savedViewRoutes(app, deps, access)
    preferenceRoutes(app, deps, access)
    providerRoutes(app, deps)
    supportRoutes(app, deps, access, bundle)
    const near = nearLimits(deps)
    distributorRoutes(app, deps, access)
    clientTableRoutes(app, deps, access)
    machineRoutes(app, deps, access)
    connectionRoutes(app, deps, access, gate)
    await machineTypeRoutes(app, deps, access)
    settingRoutes(app, deps, access, gate)
    userRoutes(app, deps, access)
    deviceRoutes(app, deps, access)
    optionRoutes(app, deps, access)
    deletedRoutes(app, deps, access)
    warningRoutes(app, deps, access, { proxy, near })
    backupRoutes(app, deps, access)
    limitRoutes(app, deps, access, near)
    imageRoutes(app, deps)
    if (!deps.cell) await pageRoutes(app, deps)
  }
  await docsPage(app)

  // Open streams would keep the server from closing; their readers are sent a reconnection hint.
  app.addHook('preClose', async () => streams.close())
  return app
}

/** How people come in: by password, by their company, and what each does with its own account. */
async function signInRoutes(
  app: App,
  deps: AppDeps,
  access: Access,
  streams: LiveStreams,
): Promise<void> {
  authRoutes(app, deps, access, streams)
  accountRoutes(app, deps)
  myAccountRoutes(app, deps, access)
  const flow = companyFlow(deps)
  await companyRoutes(app, deps, flow, streams)
  companyAccountRoutes(app, deps, access, flow)
  identityProviderRoutes(app, deps, access, flow)
}

/** What leaves the installation, to whom, and how each person is informed. */
function outboxRoutes(app: App, deps: AppDeps, access: Access, gate: QueryGate): void {
  hookRoutes(app, deps, access)
  linkRoutes(app, deps)
  notificationRoutes(app, deps, access)
  reportRoutes(app, deps, access, gate)
  reportLinkRoutes(app, deps)
}

/** Pages and files that are the same for everybody. */
async function pageRoutes(app: App, deps: AppDeps): Promise<void> {
  await screenRoutes(app, deps)
  securityTxtRoute(app, deps)
  await documentationRoutes(app, deps)
}
