import { wireLineFlow, wireLineNow, wireLineStops, wireLosses } from './lineAnswers.ts'
import { serve } from './openPage.tsx'
import { wireMachines } from './wireAnswers.ts'

/** A neighbour line has a machine, too. */
export const lineMachines = {
  machines: [
    ...wireMachines('FW-101', 'CP-105', 'PL-106').machines,
    ...wireMachines('FW-201').machines.map((one) => ({ ...one, lineName: 'Line 2' })),
  ],
}
const preview = {
  ...{ from: '2026-10-22T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z', before: null },
  after: {
    ...{ stops: 219, own: 121, inherited: 91, withheld: 7 },
    ...{ stopSeconds: 3, ownSeconds: 1, inheritedSeconds: 1, withheldSeconds: 1 },
    reasons: [{ why: 'skew', stops: 7 }],
  },
  measured: [{ station: 1, delays: 41, seconds: 92 }],
}

/** Answers in place of the usual ones. */
type Answers = {
  now?: unknown
  stops?: unknown
  losses?: unknown
  flow?: unknown
  timeline?: unknown
}

/** A server with two lines, of which one has a flow; returns the requests. */
export const serveLine = ({ now, stops, losses, flow, timeline }: Answers = {}) =>
  serve((path, _, { method }) => {
    if (path.startsWith('/api/admin/client_machines/')) return Response.json(lineMachines)
    if (path.startsWith('/api/admin/line/1/now')) return Response.json(now ?? wireLineNow())
    if (path.startsWith('/api/admin/line/1/stops')) return Response.json(stops ?? wireLineStops())
    if (path.startsWith('/api/admin/line/1/losses')) return Response.json(losses ?? wireLosses())
    if (timeline && path.startsWith('/api/admin/timeline')) return Response.json(timeline)
    if (path === '/api/admin/line/1/root') return Response.json({ message: 'Success!' })
    if (path === '/api/admin/line-flow/1/preview') return Response.json(preview)
    if (path === '/api/admin/line-flow/1') {
      return Response.json(
        method === 'PUT' ? { message: 'Success!', version: 4 } : (flow ?? wireLineFlow()),
      )
    }
    return undefined
  })
