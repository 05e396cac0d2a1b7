import { setLineFlow } from '@packboard/contract'
import { runSql, settingsFromBeginning, tables } from '@packboard/management/testing'
import { factory } from './factory.ts'
import { addNeighbours } from './neighbours.ts'
import { openTestServer, type TestServer } from './openTestServer.ts'

/** The present of these tests, and two hours before it, when the records begin. */
export const lineNow = Date.parse('2026-04-10T12:00:00Z')
export const lineBegin = lineNow - 2 * 3_600_000

const station = (machines: readonly string[], bufferSeconds: number, key = false) => ({
  ...{ machines: [...machines], needs: 1, bufferSeconds, key },
})
/** Line 4 with three stations, the last one of two machines. */
export const lineStations = [
  station(['FW-201'], 0),
  station(['FW-202'], 30, true),
  station(['VF-401', 'VF-402'], 60),
] as const
export const lineFlow = { lineName: 'Line 4', validFrom: null, stations: [...lineStations] }

type Time = readonly [until: number, state: number]
type Answer = { readonly status: number; readonly body: unknown }

/** A server whose Line 4 stopped for several reasons, and a client beside it whose machine did the same. */
export type LineFloor = {
  readonly server: TestServer
  /** The tokens of people, to which a test may add. */
  readonly tokens: Map<string, string>
  call(
    path: string,
    person: string,
    method: string,
    body?: object,
    clientId?: number,
  ): Promise<Answer>
  /** Sets the flows of client 1. */
  set(lines: readonly object[], person?: string, version?: number): Promise<Answer>
  /** Removes all flows and named roots. */
  clear(): Promise<void>
  close(): Promise<void>
}

/** A second after the beginning, as text. */
export const lineInstant = (second: number) => new Date(lineBegin + second * 1_000).toISOString()
/** A query about Line 4 between two seconds. */
export const lineQuery = (from = 0, to = 7_200) =>
  `?line=Line+4&from=${lineInstant(from)}&to=${lineInstant(to)}`

export async function openLineFloor(): Promise<LineFloor> {
  const server = await openTestServer({ now: () => lineNow })
  const { management } = server.deps
  await addNeighbours(management)
  const tokens = await server.people()
  await runSql(
    management,
    `update machine set line_id = (select id from line where client_id = 1 and name = 'Line 4')
     where serial_no in ('FW-201', 'FW-202')`,
  )
  await settingsFromBeginning(management, [
    { clientId: 1, kind: 'targetSpeed', product: 'Bar', value: 60 },
  ])
  await alarm(server, 'FW-202', 600, 'Film', 'Film snapped')
  await alarm(server, 'VF-401', 640, 'External', 'Upstream machine stands')
  await did(server, 'FW-201', [
    ...[[620, 10] as const, [1_210, 19] as const, [3_600, 10] as const, [3_660, 19] as const],
    ...[[7_110, 10] as const, [7_200, 19] as const],
  ])
  for (const serialNo of ['FW-202', 'FW-511']) {
    await did(server, serialNo, [
      [600, 10],
      [1_200, 21],
      [7_080, 10],
      [7_200, 21],
    ])
  }
  await did(server, 'VF-401', [
    [640, 10],
    [1_230, 16],
    [7_200, 10],
  ])
  await did(server, 'VF-402', [
    [300, 10],
    [2_000, 5],
    [7_200, 10],
  ])
  const call: LineFloor['call'] = async (path, person, method, body, clientId = 1) => {
    const url = path.replace(':clientId', String(clientId))
    const token = tokens.get(person)
    const answer = await server.ask(url, { method, token, ...(body && { body }) })
    return { status: answer.status, body: JSON.parse(await answer.text()) }
  }
  return {
    ...{ server, tokens, call },
    set: (lines, person = 'engineer', version) =>
      call(setLineFlow.path, person, 'PUT', { lines, version }),
    async clear() {
      for (const table of ['line_flow', 'line_root'] as const) {
        await tables(management).deleteFrom(table).execute()
      }
    },
    close: () => server.close(),
  }
}

/** What a machine did, each until seconds after the beginning: a sample every 20 s, and at each change. */
async function did(server: TestServer, serialNo: string, times: readonly Time[]) {
  const records: object[] = []
  let [from, packs] = [0, 1_000]
  for (const [until, state] of times) {
    for (let at = from; at < until; at += 20, packs += state === 10 ? 20 : 0) {
      const fields = { state, product: 'Bar', packs, speed: 60 }
      records.push(factory.at(lineBegin + at * 1_000).sample(serialNo, fields))
    }
    from = until
  }
  await accepted(await server.send(serialNo, records))
}

async function alarm(
  server: TestServer,
  serialNo: string,
  at: number,
  group: string,
  description: string,
) {
  const raisedAt = lineBegin + at * 1_000
  const record = { kind: 'alarm', serialNo, raisedAt, group, description }
  await accepted(await server.send(serialNo, [record]))
}

async function accepted(answer: Response) {
  if (answer.status !== 200) throw new Error(await answer.text())
}
