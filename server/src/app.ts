import { openAccess } from './access/access.ts'
import { boundedQuestions } from './access/queryGate.ts'
import { accountRoutes } from './accounts/accountRoutes.ts'
import { authRoutes } from './accounts/routes.ts'
import { daySummaryRoutes } from './daySummary/routes.ts'
import type { Parts } from './deps.ts'
import { explainRoutes } from './explain/routes.ts'
import { takeAwayRoutes } from './export/routes.ts'
import { packAnswers } from './http/compression.ts'
import { createDoor, type Door } from './http/createApp.ts'
import { observeRequests } from './http/observe.ts'
import { speakPlainly } from './http/validationMessages.ts'
import { imageRoutes } from './images/routes.ts'
import { liveStreams } from './live/liveStreams.ts'
import { machinesLiveRoutes } from './live/routes.ts'
import { healthRoutes } from './monitoring/healthRoutes.ts'
import { createMetrics } from './monitoring/metrics.ts'
import { metricsRoutes } from './monitoring/metricsRoutes.ts'
import { serverFigures } from './monitoring/serverFigures.ts'
import { overviewRoutes } from './overview/routes.ts'
import { panelRoutes } from './panel/routes.ts'
import { productionRoutes } from './production/routes.ts'
import { recipeRoutes } from './recipes/routes.ts'
import { recordRoutes } from './records/routes.ts'
import { auditLogRoutes } from './routes/auditLog.ts'
import { clientRoutes } from './routes/clients.ts'
import { describeRoutes, docsPage } from './routes/docs.ts'
import { erasedNameRoutes } from './routes/erasure.ts'
import { ingestRoutes } from './routes/ingest.ts'
import { kioskLinkRoutes } from './routes/kioskLinks.ts'
import { lookupRoutes } from './routes/lookups.ts'
import { providerRoutes } from './routes/provider.ts'
import { receptionRoutes } from './routes/quarantine.ts'
import { screenRoutes } from './routes/screens.ts'
import { shiftRoutes } from './routes/shifts.ts'
import { wallRoutes } from './routes/wall.ts'

/** The HTTP door with every route behind it. It opens and closes nothing but itself. */
export async function createApp(parts: Parts): Promise<Door> {
  const { config, log } = parts
  speakPlainly()
  const app = createDoor({ log, trustProxy: config.trustProxy })
  const streams = liveStreams()
  const questions = boundedQuestions()
  const metrics = createMetrics(() => serverFigures(parts, streams, questions))

  await packAnswers(app)
  await describeRoutes(app)
  const access = openAccess(app, parts)
  observeRequests(app, access.actorId, metrics.observe)

  healthRoutes(app, parts)
  metricsRoutes(app, metrics)
  // ROLE splits one installation over processes; one process does everything by default.
  if (parts.ingest) await ingestRoutes(app, parts.ingest, access)
  if (config.role !== 'ingest') {
    authRoutes(app, parts, access, streams)
    accountRoutes(app, parts)
    auditLogRoutes(app, parts, access)
    clientRoutes(app, parts, access)
    overviewRoutes(app, parts, access, questions)
    lookupRoutes(app, parts, access, questions)
    productionRoutes(app, parts, access, questions)
    recordRoutes(app, parts, access, questions)
    daySummaryRoutes(app, parts, access, questions)
    explainRoutes(app, parts, access, questions)
    takeAwayRoutes(app, parts, access, questions)
    machinesLiveRoutes(app, parts, access, questions, streams)
    wallRoutes(app, parts, access, questions)
    kioskLinkRoutes(app, parts, access)
    erasedNameRoutes(app, parts, access)
    receptionRoutes(app, parts, access, questions)
    recipeRoutes(app, parts, access)
    shiftRoutes(app, parts, access)
    providerRoutes(app, parts)
    await panelRoutes(app, parts, access)
    imageRoutes(app, parts)
    await screenRoutes(app, parts)
  }
  await docsPage(app)

  // Open streams would keep the door open for ever; their readers are told to come back.
  app.addHook('preClose', async () => streams.close())
  return app
}
