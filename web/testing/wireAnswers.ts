import type { Session } from '@packboard/contract'
import { rolePermissions } from './rolePermissions.ts'

/** A signed-in admin. */
export const admin: Session = {
  accessToken: 'token-of-admin',
  id: 1,
  username: 'admin',
  firstName: 'Marta',
  role: 'admin',
  clientId: null,
  clientName: null,
  subscriptionLabel: null,
  distributorId: null,
  ...rolePermissions('admin'),
}

/** A user of a client, with the permissions of the role. */
export const person = (over: Partial<Session> = {}): Session => ({
  ...admin,
  ...rolePermissions(over.role ?? 'clientAdmin'),
  accessToken: 'token-of-person',
  username: 'clientadmin',
  firstName: 'Amrit',
  role: 'clientAdmin',
  clientId: 1,
  clientName: 'Northfield Confectionery',
  subscriptionLabel: 'premium',
  ...over,
})

export const wireClients = {
  clients: [
    { id: 1, name: 'Northfield Confectionery', location: 'Leeds', subscriptionLabel: 'premium' },
    { id: 3, name: 'Nova Snacks', location: 'Bristol', subscriptionLabel: 'standard' },
  ],
}

/** The same clients with what stands at them: at the second a machine is aborted. */
export const wireBoard = {
  at: '2026-11-21T14:32:05.000Z',
  clients: [
    {
      ...{ id: 1, name: 'Northfield Confectionery', location: 'Leeds' },
      ...{
        subscriptionLabel: 'premium',
        machines: 8,
        running: 8,
        offline: 0,
        closed: 0,
        trouble: 0,
      },
      ...{ worst: null, packs: 208_341 },
    },
    {
      ...{ id: 3, name: 'Nova Snacks', location: 'Bristol', subscriptionLabel: 'standard' },
      ...{ machines: 3, running: 2, offline: 0, closed: 0, trouble: 1, packs: 40_112 },
      worst: { machineId: 'VB-12', state: 3, since: '2026-11-21T14:20:05.000Z' },
    },
  ],
}

/** The machines of a client as they come over the wire. */
export const wireMachines = (...serialNos: string[]) => ({
  machines: serialNos.map((machineId) => ({
    machineId,
    machineType: { label: 'Flow Wrapper FW-3', imagePath: '/api/images/flow-wrapper.png' },
    lineName: 'Line 1',
  })),
})

/** One machine record as it comes over the wire. */
export function wireRecord(over: Record<string, unknown> = {}) {
  return {
    machineId: 'FW-101',
    Machine_ID: 'FW-101',
    Status: 'LIVE',
    Recipe: 10,
    Product: 'Choc Bar 45 g',
    Tool: 'T45-B',
    User: 'M. Hughes',
    RecentSpeed: 158,
    '@timestamp': '2026-11-21T14:32:07.000Z',
    timeStamp: '2026-11-21T14:32:07.000Z',
    stateSince: '2026-11-21T12:00:00.000Z',
    reason: '',
    holdUntil: '2099-01-01T00:00:00.000Z',
    batchPacks: 61_817,
    Total_Packs_Prod: 75_378,
    Run_Time_Prod: 28_423,
    Alarm_Time: 0,
    Idle_Time_Prod: 1_654,
    ancillaryTime: 653,
    unknownTime: 0,
    offlineTime: 0,
    Speed: 157,
    totalDataCount: 30_000,
    initialReqKey: 'yes',
    graphData: { x: ['2026-11-21T14:20:00.000Z'], y: [158] },
    strip: [{ from: '2026-11-21T14:00:00.000Z', to: '2026-11-21T14:32:10.000Z', code: 10 }],
    img: '/api/images/flow-wrapper.png',
    ...over,
  }
}

export function wireAnswer(over: Record<string, unknown> = {}) {
  return {
    dataArray: [wireRecord()],
    start_date: '2026-11-21T06:00:00.000Z',
    end_date: '2026-11-21T14:32:10.000Z',
    revision: '7',
    graphInterval: 600,
    olderDataChanged: false,
    ...over,
  }
}

/** The increments of one more half minute of running. */
export const wireIncrement = () =>
  wireRecord({
    initialReqKey: 'no',
    Total_Packs_Prod: 70,
    batchPacks: 70,
    Run_Time_Prod: 30,
    Alarm_Time: 0,
    Idle_Time_Prod: 0,
    ancillaryTime: 0,
  })

/** A client whose clock is the browser's, without shifts. */
export const wireTimes = {
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  shifts: [],
  version: 0,
}
