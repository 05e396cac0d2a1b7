import { openAccess } from './access/access.ts'
import { auditLogRoutes } from './auditLog/routes.ts'
import { accountRoutes } from './auth/accountRoutes.ts'
import { authRoutes } from './auth/routes.ts'
import { clientRoutes } from './clients/routes.ts'
import { daySummaryRoutes } from './daySummary/routes.ts'
import { describeRoutes, docsPage } from './docs/routes.ts'
import { erasedNameRoutes } from './erasedNames/routes.ts'
import { explainRoutes } from './explain/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { packAnswers } from './http/compression.ts'
import { createDoor, type Door } from './http/door.ts'
import { observeRequests } from './http/observe.ts'
import { speakPlainly } from './http/plainMessages.ts'
import { boundedQuestions } from './http/questions.ts'
import { imageRoutes } from './images/routes.ts'
import { ingestRoutes } from './ingest/routes.ts'
import { kioskLinkRoutes } from './kioskLinks/routes.ts'
import { lookupRoutes } from './lookups/routes.ts'
import { liveStreams } from './machinesLive/liveStreams.ts'
import { machinesLiveRoutes } from './machinesLive/routes.ts'
import { createMetrics } from './metrics/metrics.ts'
import { metricsRoutes } from './metrics/routes.ts'
import { serverFigures } from './metrics/serverFigures.ts'
import { overviewRoutes } from './overview/routes.ts'
import { panelRoutes } from './panel/routes.ts'
import type { Parts } from './parts.ts'
import { productionRoutes } from './production/routes.ts'
import { providerRoutes } from './provider/routes.ts'
import { receptionRoutes } from './reception/routes.ts'
import { recipeRoutes } from './recipes/routes.ts'
import { recordRoutes } from './records/routes.ts'
import { screenRoutes } from './screens/routes.ts'
import { shiftRoutes } from './shifts/routes.ts'
import { takeAwayRoutes } from './takeAway/routes.ts'
import { wallRoutes } from './wall/routes.ts'

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
