import type { ClientMachine, MachineNow, MachineRecordAnswer } from '@packboard/contract'
import type { ClientMachine as Machine } from '@packboard/management'
import type { MachineMoment, MachineTotals } from '@packboard/telemetry/read'
import { type ClosedSpan, closedWire } from '../exclusions/planBook.ts'
import type { Reading } from './answerWindow.ts'

/** Internal names to wire names (D2): the only file of the overview that knows both. */
export function clientMachineWire(
  machine: Machine,
  provisional: ReadonlySet<number>,
  target?: ClientMachine['target'],
): ClientMachine {
  return {
    machineId: machine.serialNo,
    machineType: { label: machine.type.label, imagePath: machine.type.imagePath },
    lineName: machine.lineName,
    ...(provisional.has(machine.id) && { isProvisional: true }),
    ...(target && { target }),
  }
}

/** What a machine is doing at one moment. */
export function machineNowWire(serialNo: string, moment: MachineMoment): MachineNow {
  return {
    machineId: serialNo,
    Machine_ID: serialNo,
    Status: moment.offline ? 'OFFLINE' : 'LIVE',
    Recipe: moment.state,
    Product: moment.product,
    Tool: moment.tool,
    User: moment.user,
    RecentSpeed: moment.speedPpm,
    '@timestamp': moment.at,
    timeStamp: moment.at,
    stateSince: moment.stateSince,
    reason: moment.reason,
    holdUntil: moment.holdUntil,
  }
}

export type MachineWindow = {
  machine: Machine
  totals: MachineTotals
  end: MachineMoment
  batchPacks: number
  reading: Reading
  graph: readonly { x: Date; mean: number | null }[]
  strip: readonly { from: Date; to: Date; state: number }[]
  closed: readonly ClosedSpan[]
}

const seconds = (ms: number) => ms / 1000

/** One machine over a window: what it did, and what it is doing at its end. */
export function machineRecordWire(window: MachineWindow): MachineRecordAnswer {
  const { machine, totals, end, graph, strip, closed } = window
  return {
    ...machineNowWire(machine.serialNo, end),
    batchPacks: window.batchPacks,
    Total_Packs_Prod: totals.packs,
    Run_Time_Prod: seconds(totals.run),
    Alarm_Time: seconds(totals.alarm),
    Idle_Time_Prod: seconds(totals.idle),
    ancillaryTime: seconds(totals.ancillary),
    unknownTime: seconds(totals.unknown),
    offlineTime: seconds(totals.offline),
    Speed: totals.speedMs > 0 ? totals.speedSum / totals.speedMs : null,
    totalDataCount: seconds(totals.speedMs),
    initialReqKey: window.reading === 'totals' ? 'yes' : 'no',
    graphData: { x: graph.map(({ x }) => x), y: graph.map(({ mean }) => mean) },
    strip: strip.map(({ from, to, state }) => ({ from, to, code: state })),
    ...closedWire(closed),
    img: machine.type.imagePath,
  }
}
