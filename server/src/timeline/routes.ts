import { timeline, timelineLimits } from '@packboard/contract'
import type { Access } from '../access/access.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import { all, refused, requestedPeriod } from '../filter/filterWire.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'
import { sendBytes, slicedAnswer } from '../http/slicedAnswer.ts'
import { readTimeline } from './readTimeline.ts'
import { timelineLaneWire } from './timelineWire.ts'

const dayMs = 86_400_000

/** The machines of a client, or of one line, as lanes on one axis of time. */
export function timelineRoutes(app: App, deps: Deps, access: Access, gate: QueryGate) {
  app.route({
    ...declare(timeline, 'Production'),
    async handler(request, reply) {
      const { query } = request
      const actor = access.actor(request)
      const scope = await access.scope(actor, query.clientId)
      const machines = (await access.machines(scope)).filter(
        ({ lineName }) => query.line === all || lineName === query.line,
      )
      const period = requestedPeriod(query, deps.now())
      if (period.to.getTime() - period.from.getTime() > timelineLimits.days * dayMs) {
        throw refused('start_date', `A timeline is at most ${timelineLimits.days} days long.`)
      }
      const found = await gate.ask(
        actor,
        scope,
        () => readTimeline(deps, scope, { machines, period, columns: query.columns }),
        { period, machines },
      )
      const { stepMs, speedStepMs } = found
      const lanes = found.lanes.map((lane) => timelineLaneWire(lane, period.from))
      const answer = { from: period.from, to: period.to, stepMs, speedStepMs, lanes }
      return sendBytes(reply, await slicedAnswer(timeline.answer, answer))
    },
  })
}
