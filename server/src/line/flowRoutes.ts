import {
  type ClientLineFlow,
  clientLineFlow,
  importLineFlow,
  type LineFlowPreview,
  previewLineFlow,
  setLineFlow,
} from '@packboard/contract'
import { type ClientFlows, checkFlow, flowsOfClient, setFlow } from '@packboard/management'
import {
  AppError,
  type AttributedStop,
  type ClientScope,
  type FlowEntry,
  flowLimits,
  lineLosses,
  measuredBuffers,
  type Period,
  stopsInWindow,
} from '@packboard/model'
import type { Access } from '../access/access.ts'
import { readBy, routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import { faultInFile, readFlowCsv } from '../csv/readFlowCsv.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import type { App } from '../http/createApp.ts'
import { knownLine, machinesIn, readLine } from './readLine.ts'

const dayMs = 86_400_000
/** Entries of the history that are answered. */
const mostHistory = 200

/** The flow of lines (D101). */
export function lineFlowRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
  const route = routesOf(app, 'Line')
  const { management } = deps

  async function flowsOf(scope: ClientScope): Promise<ClientFlows> {
    const found = await flowsOfClient(management, scope)
    if (!found) throw new AppError('client.notFound')
    return found
  }

  route(clientLineFlow, readBy('stops'), async (request) => {
    const scope = await access.scope(access.reader(request), request.params.clientId)
    return flowsWire(await flowsOf(scope))
  })

  route(setLineFlow, 'setLineFlow', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    const version = await setFlow(management, actor, scope, request.body)
    return { message: 'Success!', version }
  })

  route(previewLineFlow, 'setLineFlow', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    const { lineName, stations } = request.body
    const [draft] = await checkFlow(management, scope, [{ lineName, validFrom: null, stations }])
    const present = await knownLine(deps, scope, draft?.lineName ?? lineName)
    const wanted = await knownLine(deps, scope, present.name, draft?.stations ?? [])
    const to = Math.floor(deps.now())
    const period = { from: new Date(to - flowLimits.replayDays * dayMs), to: new Date(to) }
    const machines = machinesIn([...present.flow, ...wanted.flow])
    return gate.ask(
      actor,
      scope,
      async (): Promise<LineFlowPreview> => {
        const before =
          present.flow.length === 0 ? null : await readLine(deps, scope, present, period)
        const after = await readLine(deps, scope, wanted, period)
        const stops = (reading: typeof after) =>
          replayedWire(stopsInWindow(reading, reading.machineIds, msOf(period)))
        return {
          ...period,
          before: before && stops(before),
          after: stops(after),
          measured: measuredBuffers(after, wanted.flow.at(-1)?.value ?? []).map((one) => ({
            ...one,
            steps: [...one.steps],
          })),
        }
      },
      { period, machines },
    )
  })

  route(importLineFlow, 'setLineFlow', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    const current = await flowsOf(scope)
    const { csv, dryRun } = request.body
    const names = current.lines.map(({ name }) => name)
    const { flows, refused, lineOf } = await readFlowCsv(csv, names)
    if (refused.length > 0) return { added: 0, changed: 0, unchanged: 0, refused }
    const { lines, ...counts } = mergedFlows(flowsWire(current).lines, flows)
    try {
      await checkFlow(management, scope, lines)
    } catch (error) {
      const fault = error instanceof AppError && error.fields[0]
      if (!fault) throw error
      const first = faultInFile({ at: fault.field, message: fault.message }, lineOf)
      return { added: 0, changed: 0, unchanged: 0, refused: [first] }
    }
    // Flows that were changed meanwhile are not overwritten by a file that was compared with those before.
    if (!dryRun) await setFlow(management, actor, scope, { lines, version: current.version })
    return { ...counts, refused: [] }
  })
}

/** Those of a file, which come first, and those that there are for other lines and times. */
function mergedFlows(before: readonly FlowEntry<string>[], added: readonly FlowEntry<string>[]) {
  const keyOf = ({ lineName, validFrom }: FlowEntry<string>) =>
    JSON.stringify([lineName, validFrom])
  const known = new Map(before.map((flow) => [keyOf(flow), flow]))
  const count = { added: 0, changed: 0, unchanged: 0 }
  for (const flow of added) {
    const old = known.get(keyOf(flow))
    if (old === undefined) count.added += 1
    else if (JSON.stringify(old.stations) === JSON.stringify(flow.stations)) count.unchanged += 1
    else count.changed += 1
  }
  const ofFile = new Set(added.map(keyOf))
  return { ...count, lines: [...added, ...before.filter((flow) => !ofFile.has(keyOf(flow)))] }
}

function flowsWire({
  version,
  zone,
  lines,
  flows,
  history,
  serialOf,
}: ClientFlows): ClientLineFlow {
  type Entry = ClientFlows['history'][number]
  const wire = ({ lineName, validFrom, enteredBy, enteredAt }: Omit<Entry, 'stations'>) => ({
    ...{ lineName, validFrom, setBy: enteredBy, setAt: enteredAt },
  })
  const stationsWire = (stations: NonNullable<Entry['stations']>) =>
    stations.map(({ machines, needs, bufferSeconds, key }) => ({
      machines: machines.map((id) => serialOf.get(id) ?? ''),
      ...{ needs, bufferSeconds, key },
    }))
  return {
    version,
    timezone: zone,
    lineNames: lines.map(({ name }) => name),
    lines: flows.map((flow) => ({ ...wire(flow), stations: stationsWire(flow.stations) })),
    history: history.slice(-mostHistory).map((entry) => ({
      ...wire(entry),
      stations: entry.stations && stationsWire(entry.stations),
    })),
  }
}

const msOf = ({ from, to }: Period) => ({ from: from.getTime(), to: to.getTime() })

function replayedWire(stops: readonly AttributedStop[]): LineFlowPreview['after'] {
  const { stopMs, ownMs, inheritedMs, withheldMs, rows, withheld } = lineLosses(stops, () => false)
  const counted = rows.flatMap((row) => row.stops)
  const own = counted.filter(({ attribution }) => attribution.kind === 'own').length
  return {
    stops: counted.length + withheld.reduce((sum, row) => sum + row.stops.length, 0),
    own,
    inherited: counted.length - own,
    withheld: withheld.reduce((sum, row) => sum + row.stops.length, 0),
    stopSeconds: stopMs / 1_000,
    ownSeconds: ownMs / 1_000,
    inheritedSeconds: inheritedMs / 1_000,
    withheldSeconds: withheldMs / 1_000,
    reasons: withheld
      .map(({ why, stops: own }) => ({ why, stops: own.length }))
      .sort((a, b) => b.stops - a.stops),
  }
}
