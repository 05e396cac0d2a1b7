import {
  type DataSource,
  type DataSourcesAnswer,
  dataSources,
  heartbeat,
  installations,
  sourceHours,
} from '@packboard/contract'
import { dictionaryFinding } from '@packboard/ingest'
import {
  type ClientMachine,
  installationsOfClient,
  type MachineConnector,
  machineConnectors,
  noteHeartbeat,
} from '@packboard/management'
import { AppError, type ClientScope, type QuarantineReason, sourceState } from '@packboard/model'
import {
  clockSkew,
  heardAt,
  machineNow,
  missingNumbers,
  quarantineCounts,
  type ReceivedHour,
  receivedHours,
  recentMessages,
  reportedNumbers,
  sampleArrivals,
  unknownFields,
} from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import { may } from '../access/policies.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { limits } from '../http/limits.ts'
import { tokenBuckets } from '../http/tokenBucket.ts'

/** The machines of a client as sources of records: for the person who looks after what comes in. */
export function dataSourceRoutes(app: App, deps: Deps, access: Access, gate: QueryGate) {
  const route = routesOf(app, 'Reception')

  route(dataSources, 'readQuarantine', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.query.clientId)
    const [machines, connectors] = await Promise.all([
      access.machines(scope),
      machineConnectors(deps.management, scope),
    ])
    const now = deps.now()
    const answer = await gate.ask(actor, scope, () =>
      readSources(deps.telemetry, scope, { machines, connectors, now }),
    )
    const others = may(actor).manageInstallation
    const notAssigned = deps.ingest?.unassigned.of(scope.clientId, { others }) ?? []
    return {
      ...answer,
      notAssigned: notAssigned.map((seen) => ({ ...seen, seenAt: new Date(seen.seenAt) })),
    }
  })
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const minuteMs = 60_000

type Question = {
  readonly machines: readonly ClientMachine[]
  readonly connectors: ReadonlyMap<number, MachineConnector>
  readonly now: number
}

/** Reads no further back than a day, whatever is stored: the present of a silent machine comes from its newest minute. */
async function readSources(
  telemetry: Telemetry,
  scope: ClientScope,
  { machines, connectors, now }: Question,
): Promise<Omit<DataSourcesAnswer, 'notAssigned'>> {
  const machineIds = machines.map(({ id }) => id)
  const hour = now - (now % hourMs)
  const since = new Date(hour - (sourceHours - 1) * hourMs)
  const day = new Date(now - dayMs)
  const [hours, aside, clocks, arrivals, moments] = await Promise.all([
    receivedHours(telemetry, scope, { machineIds, since }),
    quarantineCounts(telemetry, scope, { since }),
    clockSkew(telemetry, scope, { machineIds, since: day }),
    sampleArrivals(telemetry, scope, { machineIds, since: day }),
    machineNow(telemetry, scope, { machineIds, at: new Date(now) }),
  ])
  const hoursOf = new Map(machineIds.map((id): [number, ReceivedHour[]] => [id, []]))
  for (const one of hours) hoursOf.get(one.machineId)?.push(one)
  const asideOf = byMachine(aside)
  const clockOf = byMachine(clocks)
  const arrivalsOf = byMachine(arrivals)
  const momentOf = byMachine(moments)

  const sources = machines.map(({ id, serialNo, lineName }): DataSource => {
    const own = hoursOf.get(id) ?? []
    const sums = sumsOf(own)
    const clockSkewMs = clockOf.get(id)?.skewMs ?? null
    const moment = momentOf.get(id)
    // Imported history alone is no word of the machine.
    const hasSpoken = heardAt(telemetry, scope, id) !== null
    const { receivedAt = null, unknownStates = 0 } = arrivalsOf.get(id) ?? {}
    const connector = connectors.get(id)
    // Those that were sent again since are quarantined no more.
    const kept = asideOf.get(id)?.records ?? 0
    return {
      id,
      serialNo,
      lineName,
      door: connector?.connector ?? 'http',
      state: sourceState({
        hasSpoken,
        isOffline: moment?.offline !== false,
        clockSkewMs,
        quarantined: kept,
      }),
      receivedAt,
      dataAt: hasSpoken ? (moment?.at ?? null) : null,
      perMinute: perMinute(own, now, hour),
      hours: Array.from({ length: sourceHours }, (_, index) => {
        const at = since.getTime() + index * hourMs
        return own.find((one) => one.beginMs === at)?.accepted ?? 0
      }),
      ...sums,
      kept,
      missingNumbers: missingNumbers(telemetry, scope, id),
      unknownStates: unknownStates + (asideOf.get(id)?.unknownStates ?? 0),
      unknownFields: Object.fromEntries(unknownFields(telemetry, scope, id)),
      timeStandsStill: recentMessages(telemetry, scope, id).messages.some(
        ({ timeOfMessage }) => timeOfMessage,
      ),
      finding: connector
        ? dictionaryFinding(connector, reportedNumbers(telemetry, scope, id))
        : null,
      clockSkewMs,
    }
  })
  const unassigned = asideOf.get(null)?.records ?? 0
  return { now: new Date(now), since, sources, unassigned }
}

function byMachine<Row extends { readonly machineId: number | null }>(rows: readonly Row[]) {
  return new Map(rows.map((row) => [row.machineId, row]))
}

function sumsOf(hours: readonly ReceivedHour[]) {
  const sum = (of: (hour: ReceivedHour) => number) =>
    hours.reduce((total, hour) => total + of(hour), 0)
  const accepted = sum((hour) => hour.accepted)
  const duplicate = sum((hour) => hour.duplicate)
  const quarantined = sum((hour) => hour.quarantined)
  const backFill = sum((hour) => hour.backFill)
  return {
    received: accepted + duplicate + quarantined,
    accepted,
    duplicate,
    late: sum((hour) => hour.late) - backFill,
    backFill,
    quarantined,
    resets: sum((hour) => hour.resets),
  }
}

/** Over the present hour and the one before it, at least 60 minutes: what is sent once a minute is not a rate of two. */
function perMinute(hours: readonly ReceivedHour[], now: number, hour: number): number {
  const lately = hours.filter((one) => one.beginMs >= hour - hourMs)
  const { received } = sumsOf(lately)
  return Math.round((received / ((now - hour + hourMs) / minuteMs)) * 100) / 100
}

/** Why a record was not accepted. */
export type Refusal = {
  readonly reason: QuarantineReason
  readonly detail: string
  /** Of a message of MQTT. */
  readonly topic?: string | undefined
}

/** What to do about a record that was not accepted. */
export function adviceOf({ reason, detail, topic }: Refusal): QuarantineReason | 'unknownState' {
  // A tag of the state that could not be read is one that the dictionary does not hold; where the topic names no tag, the
  // detail says it.
  const isState =
    reason === 'malformed' &&
    (/\/Status\/StateCurrent(Str)?$/.test(topic ?? '') ||
      detail.includes('dictionary holds no state'))
  return isState ? 'unknownState' : reason
}

/** The edge recorders of a client: for the person who looks after what comes in. */
export function installationRoutes(app: App, deps: Deps, access: Access) {
  const route = routesOf(app, 'Reception')

  route(installations, 'readQuarantine', async (request) => {
    const scope = await access.scope(access.actor(request), request.params.clientId)
    const found = await installationsOfClient(deps.management, scope)
    return { now: new Date(deps.now()), installations: found }
  })
}

/** How an edge recorder is, from the recorder itself: wherever records are taken in. */
export function heartbeatRoute(app: App, deps: Deps, access: Access) {
  const route = routesOf(app, 'Records')

  const turns = tokenBuckets(limits.heartbeats, deps.now)
  route(heartbeat, 'device', async (request) => {
    const { deviceId } = access.device(request)
    const retryAfter = turns.take(String(deviceId))
    if (retryAfter > 0) throw new AppError('request.tooMany', { retryAfter })
    const { sentAt, ...said } = request.body
    const heardAt = new Date(deps.now())
    await noteHeartbeat(deps.management, deviceId, {
      ...said,
      heardAt,
      address: request.ip,
      clockSkewMs: heardAt.getTime() - sentAt.getTime(),
    })
    return { now: heardAt }
  })
}
