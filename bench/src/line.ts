import { setTimeout as sleep } from 'node:timers/promises'
import { lineLosses, lineNow, setLineFlow } from '@packboard/contract'
import { openMqttConnection } from './ingestWays.ts'
import { type FilledMachines, manyClient, withFilledMachines } from './manyMachines.ts'
import { load, median, quantile } from './measure.ts'
import { signIn } from './packboardCalls.ts'

const dayMs = 86_400_000
/** What a person waits for at a year of ten machines, and how old the root of a stop may be. */
const mostMs = { losses: 500, root: 1_000 }
const [runs, snapped] = [10, 21]
const lineName = 'Line 1'

/**
 * What stopped a line of ten machines in a row over a year, at the call; how long after a machine said that it stands it is the root of its line, by one call after the
 * other; and the rows of the ledger before a flow was set and after all of it was read.
 */
export async function main([rounds = '10', days = '365', machines = '10']: string[]) {
  const filled = {
    machines: Number(machines),
    days: Number(days),
    machinesOfLine: Number(machines),
  }
  await withFilledMachines({ ...filled, asInAPlant: true }, async (server) => {
    const token = await signIn(server.url, 'admin')
    const call = callsOf(server.url, token)
    const rows = await ledgerRows(server)
    const lines = [flowInRow(server.serialNos)]
    await call(setLineFlow.path, { method: 'PUT', body: JSON.stringify({ lines }) })
    const losses = await lossesOf(server, call, { days: Number(days), rounds: Number(rounds) })
    const grown = (await ledgerRows(server)) / rows - 1
    console.log(`rows of the ledger: ${(100 * grown).toFixed(2)} % more, ${load()}`)
    const roots = await rootsOf(server, call, Number(rounds))
    process.exitCode = losses <= mostMs.losses && roots <= mostMs.root ? 0 : 1
  })
}

/** Machines one after the other; the line is counted at the second one. */
export const flowInRow = (serialNos: readonly string[]) => ({
  ...{ lineName, validFrom: null },
  stations: serialNos.map((serialNo, index) => ({
    ...{ machines: [serialNo], needs: 1, bufferSeconds: 60, key: index === 1 },
  })),
})

type Call = (path: string, more?: RequestInit) => Promise<unknown>

const callsOf =
  (url: string, token: string): Call =>
  async (path, more) => {
    const answer = await fetch(url + path.replace(':clientId', String(manyClient.id)), {
      ...more,
      headers: { 'x-access-token': token, 'content-type': 'application/json' },
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }

async function lossesOf(
  { until, serialNos }: FilledMachines,
  call: Call,
  { days, rounds }: { readonly days: number; readonly rounds: number },
): Promise<number> {
  const times: number[] = []
  let stops = 0
  for (let round = 0; round < rounds; round += 1) {
    // Another window each time: no answer is that of the call before.
    const to = new Date(until.getTime() - round * 1_000)
    const window = { from: new Date(to.getTime() - days * dayMs), to }
    const query = new URLSearchParams({
      ...{ line: lineName, from: window.from.toISOString(), to: window.to.toISOString() },
    })
    const begin = performance.now()
    const answer = await call(`${lineLosses.path}?${query}`)
    times.push(performance.now() - begin)
    stops = lineLosses.answer.parse(answer).rows.reduce((sum, row) => sum + row.stops, 0)
  }
  const [first = 0, ...warm] = times
  const shown = warm.length > 0 ? warm : times
  console.log(
    `losses of ${serialNos.length} machines × ${days} days, ${stops} stops with a root: first ${first.toFixed(0)} ms, ` +
      `median ${median(shown).toFixed(0)} ms, most ${quantile(shown, 1).toFixed(0)} ms, ${load()}`,
  )
  return median(shown)
}

/** From the acknowledged sample of a machine that stands until the line says so. */
async function rootsOf(
  { mqttPort, serialNos }: FilledMachines,
  call: Call,
  rounds: number,
): Promise<number> {
  const userName = `gateway-${manyClient.slug}`
  const connection = await openMqttConnection({ port: mqttPort, userName, password: 'packboard' })
  let packs = 0
  const send = (serialNo: string, state: number) => {
    packs += 1
    const sample = { time: Date.now(), state, speed: state === runs ? 60 : 0, packs }
    return connection.publish(`packboard/${serialNo}/sample`, JSON.stringify(sample))
  }
  const rootNow = async () => {
    const answer = await call(`${lineNow.path}?line=${encodeURIComponent(lineName)}`)
    return lineNow.answer.parse(answer).root?.machineId ?? null
  }
  const times: number[] = []
  const calls: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const serialNo of serialNos) await send(serialNo, runs)
    await sleep(3_000)
    const serialNo = serialNos[1 + (round % (serialNos.length - 1))] ?? ''
    const begin = performance.now()
    await send(serialNo, snapped)
    for (let root: string | null = null; root !== serialNo; ) {
      const called = performance.now()
      root = await rootNow()
      calls.push(performance.now() - called)
      if (performance.now() - begin > 60_000) throw new Error(`${serialNo} was never the root`)
    }
    times.push(performance.now() - begin)
  }
  connection.close()
  console.log(
    `live root: median ${median(times).toFixed(0)} ms, most ${quantile(times, 1).toFixed(0)} ms after the state change; ` +
      `one call ${median(calls).toFixed(0)} ms, ${load()}`,
  )
  return quantile(times, 1)
}

/** Minutes and hours of the ledger. */
async function ledgerRows({ connect }: Pick<FilledMachines, 'connect'>): Promise<number> {
  const connection = await connect()
  const query =
    'SELECT (SELECT count() FROM minute_ledger) + (SELECT count() FROM hour_ledger) AS rows'
  const answer = await connection.writer().query({ query, format: 'JSONEachRow' })
  return Number((await answer.json<{ rows: string }>())[0]?.rows)
}
