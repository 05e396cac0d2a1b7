import {
  liveMachines,
  type MachineNow,
  type MachineRecordAnswer,
  machineNow,
  machinesData,
} from '@packboard/contract'
import type { LiveCard, LiveMoment } from '@packboard/model'
import { call } from '../api/call.ts'
import { followStream } from '../api/stream.ts'
import { serverNow } from '../time/serverClock.ts'

/** The wire words of the overview end here (D2). */

export function momentFromWire(now: MachineNow): LiveMoment {
  return {
    serialNo: now.machineId,
    offline: now.Status === 'OFFLINE',
    state: now.Recipe,
    product: now.Product,
    tool: now.Tool,
    user: now.User,
    speedPpm: now.RecentSpeed,
    at: now['@timestamp'],
    stateSince: now.stateSince,
    reason: now.reason,
    holdUntil: now.holdUntil,
  }
}

export function cardFromWire(record: MachineRecordAnswer): LiveCard {
  return {
    ...momentFromWire(record),
    batchPacks: record.batchPacks,
    totalPacks: record.Total_Packs_Prod,
    run: record.Run_Time_Prod,
    alarm: record.Alarm_Time,
    idle: record.Idle_Time_Prod,
    ancillary: record.ancillaryTime,
    meanSpeedPpm: record.Speed,
    speedSeconds: record.totalDataCount,
    graph: { at: record.graphData.x, ppm: record.graphData.y },
    strip: record.strip.map(({ from, to, code }) => ({ from, to, state: code })),
    closed: record.closed,
  }
}

export type OverviewQuestion = {
  readonly clientId: number
  readonly serialNos: readonly string[]
  /** Totals of the whole window, or the increments since the last answer. */
  readonly kind: 'totals' | 'increments'
  readonly from: Date
  /** Of the answer that the increments continue. */
  readonly revision: string | undefined
}

export type OverviewAnswer = {
  readonly cards: readonly LiveCard[]
  /** The end that was answered; the next increments begin here. */
  readonly to: Date
  readonly revision: string
  /** Seconds of one point of the speed graph. */
  readonly graphStep: number
  readonly olderDataChanged: boolean
}

/** Asks for the machines from `from` to now, in the wire's words and answered in ours (D28). */
export async function readOverview(
  { clientId, serialNos, kind, from, revision }: OverviewQuestion,
  signal: AbortSignal,
): Promise<OverviewAnswer> {
  const to = new Date(Math.max(serverNow(), from.getTime() + 1))
  const answer = await call(
    machinesData,
    {
      body: {
        start_date: from.toISOString(),
        end_date: to.toISOString(),
        clientId,
        initialReq: kind === 'totals' ? 'yes' : 'no',
        machinesIdArray: [...serialNos],
        ...(kind === 'increments' && revision && { revision }),
      },
    },
    signal,
  )
  return {
    cards: answer.dataArray.map(cardFromWire),
    to: answer.end_date,
    revision: answer.revision,
    graphStep: answer.graphInterval,
    olderDataChanged: answer.olderDataChanged,
  }
}

export type MachineEvents = {
  /** The present of a machine. */
  moment(moment: LiveMoment): void
  /** Data older than now changed: totals must be read again. */
  older(): void
  /** The connection is open and the server sends: changes would have been sent. */
  alive(): void
}

/**
 * The push of one client's machines (D29), until `signal` aborts; the 30 s refresh repairs what a broken line lost. Who
 * follows a single machine receives nothing of the others.
 */
export function followMachines(
  clientId: number,
  serialNos: readonly string[],
  events: MachineEvents,
  signal: AbortSignal,
) {
  const path = liveMachines.path.replace(':clientId', String(clientId))
  const [first, ...others] = serialNos
  const single = first !== undefined && others.length === 0
  return followStream(
    single ? `${path}?${new URLSearchParams({ machineId: first })}` : path,
    {
      hear: ({ kind, data }) => {
        if (kind === 'older') events.older()
        if (kind !== 'machine') return
        const now = machineNow.safeParse(JSON.parse(data))
        if (now.success) events.moment(momentFromWire(now.data))
      },
      alive: events.alive,
    },
    signal,
  )
}
