import { kioskWall, type WallAnswer, wall } from '@packboard/contract'
import { clientById, kioskLooks, shiftsOfClient } from '@packboard/management'
import { AppError, overviewStart, type ShiftPlan, shiftDayStart } from '@packboard/model'
import type { Access } from '../access/access.ts'
import type { Viewer } from '../access/actor.ts'
import { declare, onBoards } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { metricDimensions, metricsOf } from '../figures/metricsOf.ts'
import { readBasis } from '../figures/readBasis.ts'
import { targetBook } from '../figures/targetBook.ts'
import type { App } from '../http/createApp.ts'

/** The totals of a wall begin here, in the client's zone, when it has no shifts. */
const startTime = '06:00'
const dayMs = 24 * 3_600_000

/** With the first shift of the day; a weekend without shifts must not make a day of three days. */
function totalsBegin({ starts, zone }: ShiftPlan, now: Date): Date {
  const begun = shiftDayStart(starts, zone, now)
  // A day on which the clocks go back has 25 hours.
  const fits = begun && now.getTime() - begun.getTime() <= dayMs + 3_600_000
  return fits ? begun : overviewStart(startTime, zone, now)
}

/** Head and foot of the wall of one client, for a person and for a television with a link. */
export function wallRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
  const { management } = deps

  async function wallOf(
    viewer: Viewer,
    clientId: number,
    figures: 'yes' | 'no',
  ): Promise<WallAnswer> {
    const scope = await access.scope(viewer, clientId)
    const client = await clientById(management, scope.clientId)
    const times = await shiftsOfClient(management, scope)
    if (!client || !times) throw new AppError('client.notFound')
    const now = new Date(deps.now())
    const from = totalsBegin(times, now)
    const head = { clientId: scope.clientId, clientName: client.name, zone: client.zone, from }
    const machines = figures === 'yes' ? await access.machines(scope) : []
    if (machines.length === 0 || from >= now) return { ...head, oeee: null }
    const oeee = await gate.askLive(viewer, scope, async () => {
      const window = { scope, machines, period: { from, to: now }, filter: {}, nothing: false }
      const basis = await readBasis(deps, window, metricDimensions)
      const { contexts } = basis
      return metricsOf(basis, await targetBook(deps, scope, { contexts, before: now })).oee.oee
    })
    return { ...head, oeee }
  }

  app.route({
    ...declare(wall, 'Wall', 'readDashboards'),
    handler: (request) =>
      wallOf(access.viewer(request), request.params.clientId, request.query.figures),
  })

  app.route({
    ...declare(kioskWall, 'Wall', 'kiosk', onBoards),
    async handler(request) {
      const viewer = access.viewer(request)
      // The guard accepts only televisions here.
      if (!('kioskId' in viewer)) throw new AppError('request.notAllowed')
      const looks = await kioskLooks(management, viewer)
      return { ...(await wallOf(viewer, viewer.clientId, request.query.figures)), ...looks }
    },
  })
}
