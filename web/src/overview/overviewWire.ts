import type { MachineNow, MachineRecordAnswer } from '@packboard/contract'
import type { LiveCard, LiveMoment } from '@packboard/model'

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
