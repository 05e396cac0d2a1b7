import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ingestRecords, machinesData, managedMachines, quarantine } from '@packboard/contract'
import { expect } from 'vitest'
import { callsTo } from '../openTestServer.ts'
import { type MainThread, type ServedProcess, serve } from '../servedProcess.ts'
import { largestCall } from './jsonBombs.ts'

/** What one input cost the thread that answers everybody, and what was said of it. */
type Impact = { readonly ms: number; readonly answer: string }

/**
 * Sends inputs to a process at rest, prints and returns what each of them cost its main thread until the process is at
 * rest again.
 */
export async function measure(
  thread: MainThread,
  what: string,
  send: () => Promise<string>,
  inputs = 1,
): Promise<Impact> {
  await thread.quiet()
  const before = thread.usedMs()
  const answer = await send().catch(String)
  await thread.quiet()
  const ms = Math.round((thread.usedMs() - before) / inputs)
  const words = answer.replaceAll(/\s+/g, ' ').slice(0, 160)
  process.stdout.write(`${`${ms} ms`.padStart(11)}  ${what.padEnd(58)} ${words}\n`)
  return { ms, answer }
}

/** How long a server may need for one input. */
const patienceMs = 30_000

export type BombedServer = Awaited<ReturnType<typeof openBombedServer>>

/** The demo in a process of its own with its own engines. Client 1 sends the bombs, client 2 is the neighbour. */
export async function openBombedServer(env: Record<string, string> = {}) {
  const folders: string[] = []
  let served: ServedProcess

  async function begin() {
    const dataDir = await mkdtemp(join(tmpdir(), 'packboard-bombs-'))
    folders.push(dataDir)
    served = await serve({ PACKBOARD_DATA: dataDir, ...env })
  }
  await begin()
  const calls = callsTo(() => served.url)
  const machineIds = new Map<string, number>()
  const tokens = new Map<string, string>()

  async function tokenOf(user: string) {
    const token = tokens.get(user) ?? (await calls.signIn(user)).accessToken
    tokens.set(user, token)
    return token
  }

  const self = {
    ...calls,
    tokenOf,
    get url() {
      return served.url
    },
    get mqttPort() {
      return served.mqttPort
    },
    get thread() {
      return served.thread
    },
    isAlive: () => served.isAlive(),
    lastWords: () => served.lastWords(),
    /** A body as it is, to the call for records. */
    async post(serialNo: string, body: Buffer, type = 'application/json', encoding?: string) {
      const answer = await fetch(served.url + ingestRecords.path, {
        method: 'POST',
        headers: {
          'x-access-token': `${serialNo}:packboard`,
          'content-type': type,
          ...(encoding && { 'content-encoding': encoding }),
        },
        body: new Uint8Array(body),
        signal: AbortSignal.timeout(patienceMs),
      })
      return `${answer.status} ${await answer.text()}`
    },
    async acceptLargest() {
      const said = await self.post('FW-101', largestCall('FW-101'))
      expect(said).toContain('"accepted":10000')
      return said
    },
    /** The number of a machine in the addresses of the panel. */
    async machineId(serialNo: string): Promise<number> {
      if (!machineIds.has(serialNo)) {
        const answer = await calls.ask(managedMachines.path, { token: await tokenOf('admin') })
        for (const row of managedMachines.answer.parse(await answer.json()).machines) {
          machineIds.set(row.machineId, row.id)
        }
      }
      return machineIds.get(serialNo) ?? 0
    },
    /** Sets how a machine sends. */
    async connect(serialNo: string, body: object) {
      const answer = await calls.ask(
        `/api/admin/machine/${await self.machineId(serialNo)}/connection`,
        { method: 'PUT', token: await tokenOf('admin'), body },
      )
      expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
    },
    /** The newest quarantined records, of a machine or of all. */
    async quarantined(serialNo?: string) {
      const query = new URLSearchParams({ pageSize: '10', ...(serialNo && { serialNo }) })
      const path = `${quarantine.path.replace(':clientId', '1')}?${query}`
      const answer = await calls.ask(path, { token: await tokenOf('clientadmin') })
      const { records } = quarantine.answer.parse(await answer.json())
      return records.map(({ id, reason, detail }) => ({ id, text: `${reason} ${detail}` }))
    },
    /** Both engines and both kinds of call answer another tenant. */
    async demandNeighbour() {
      const sample = { kind: 'sample', serialNo: 'FW-511', time: Date.now(), state: 10 }
      const sent = await calls.send('FW-511', [sample])
      expect(sent.status).toBe(200)
      expect(await sent.json()).toMatchObject({ accepted: 1, quarantined: 0 })
      const overview = await calls.ask(machinesData.path, {
        token: await tokenOf('admin'),
        body: {
          ...{ clientId: 2, initialReq: 'yes', machinesIdArray: ['FW-511', 'FW-512'] },
          start_date: new Date(Date.now() - 86_400_000).toISOString(),
          end_date: new Date().toISOString(),
        },
      })
      expect([overview.status, await overview.text()]).toEqual([200, expect.any(String)])
    },
    /** Of a figure. */
    async lines(name: string): Promise<string[]> {
      const text = await (await fetch(`${served.url}/metrics`)).text()
      return text.split('\n').filter((line) => new RegExp(`^${name}[{ ]`).test(line))
    },
    /** The sum of all lines of a figure; undefined where there is none. */
    async figure(name: string): Promise<number | undefined> {
      const lines = await self.lines(name)
      const values = lines.map((line) => Number(line.slice(line.lastIndexOf(' '))))
      return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0)
    },
    /** Starts another one where it has ended or answers nobody, so that one door does not hide the others. */
    async restartWhenEnded() {
      const signal = AbortSignal.timeout(patienceMs)
      const live = await fetch(`${served.url}/health/live`, { signal }).catch(() => undefined)
      if (live?.ok) return false
      await served.kill()
      tokens.clear()
      await begin()
      return true
    },
    async close() {
      await served.end()
      for (const folder of folders) {
        await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      }
    },
  }
  return self
}
