import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { machinesData, setLimits } from '@packboard/contract'
import { readConfig } from '../src/config.ts'
import { type RunningServer, startServer } from '../src/startup/startServer.ts'
import { capturedLog } from './capturedLog.ts'
import { callsTo } from './openTestServer.ts'

/** Machines of the demo that send: of client 1 and of another one. */
export const busyMachines = ['FW-101', 'FW-102', 'VF-401', 'FW-511'] as const

/** A server with its own engines in a directory of its own, with the demo's clients and machines in it. */
export async function openOwnServer(dataDir: string, env: Record<string, string> = {}) {
  const { log, lines } = capturedLog('info')
  const config = readConfig({ PORT: '0', MQTT_PORT: '0', PACKBOARD_DATA: dataDir, ...env })
  const server: RunningServer = await startServer({ config, demo: true, log })
  const calls = callsTo(() => server.url)
  return { ...server, ...calls, lines, dataDir }
}
export type OwnServer = Awaited<ReturnType<typeof openOwnServer>>

export async function freshDirectory(name: string) {
  const path = await mkdtemp(join(tmpdir(), `packboard-${name}-`))
  return {
    path,
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** What was acknowledged until an instant. */
export type Acknowledged = {
  /** The newest time of each machine; all its records are a second apart, from `begin` on. */
  readonly newest: ReadonlyMap<string, number>
  /** Limits that were set, one after the other. */
  readonly changes: number
}

/** Sends records of several machines and changes management without a pause, until `stop`. */
export function keepBusy(server: OwnServer, begin: number, token: string) {
  const sent: { at: number; serialNo: string; newest: number }[] = []
  const changed: number[] = []
  let records = 0
  let stopped = false
  const faults: string[] = []

  async function send(serialNo: string, place: number) {
    for (let second = 0; !stopped; ) {
      const batch = Array.from({ length: 25 }, (_, index) => {
        const at = second + index
        const state = (at + 100 * place) % 900 < 700 ? 10 : 21
        return {
          ...{ kind: 'sample', serialNo, time: begin + at * 1_000, state, speed: 60 },
          ...{ product: 'Milk Bar 45 g', tool: 'Former 45', user: 'P. Okafor', packs: at },
        }
      })
      const answer = await server.send(serialNo, batch)
      if (answer.status !== 200) faults.push(`${serialNo} ${answer.status} ${await answer.text()}`)
      else {
        second += batch.length
        records += batch.length
        sent.push({ at: Date.now(), serialNo, newest: begin + (second - 1) * 1_000 })
      }
      await sleep(100)
    }
  }
  async function change() {
    for (let version = 0; !stopped; ) {
      const answer = await server.ask('/api/admin/limits', {
        ...{ method: 'PUT', token },
        body: {
          ...{ deviceMegabytesPerDay: 1_000 + changed.length + 1, version },
          ...{ quarantineRecords: null, quarantineMegabytes: null },
        },
      })
      if (answer.status !== 200) faults.push(`limits ${answer.status} ${await answer.text()}`)
      else {
        version = setLimits.answer.parse(await answer.json()).version
        changed.push(Date.now())
      }
      // Below what one person may call in a second.
      await sleep(80)
    }
  }
  const running = Promise.all([...busyMachines.map(send), change()])
  return {
    records: () => records,
    /** What was acknowledged before an instant. */
    before(instant: number): Acknowledged {
      const newest = new Map<string, number>()
      for (const one of sent) if (one.at < instant) newest.set(one.serialNo, one.newest)
      return { newest, changes: changed.filter((at) => at < instant).length }
    },
    async stop() {
      stopped = true
      await running
      return faults
    },
  }
}

/** The figures of the machines of client 1 between two instants, as a page gets them. */
export async function figuresOf(server: OwnServer, from: number, to: number) {
  const { accessToken } = await server.signIn('admin')
  const answer = await server.ask(machinesData.path, {
    token: accessToken,
    body: {
      start_date: new Date(from).toISOString(),
      end_date: new Date(to).toISOString(),
      ...{ clientId: 1, initialReq: 'yes' },
      machinesIdArray: busyMachines.filter((serialNo) => serialNo !== 'FW-511'),
    },
  })
  if (answer.status !== 200) throw new Error(await answer.text())
  return machinesData.answer.parse(await answer.json()).dataArray.map((one) => ({
    machine: one.machineId,
    packs: one.Total_Packs_Prod,
    run: one.Run_Time_Prod,
    alarm: one.Alarm_Time,
    idle: one.Idle_Time_Prod,
    offline: one.offlineTime,
    speed: one.Speed,
    graph: one.graphData,
  }))
}
