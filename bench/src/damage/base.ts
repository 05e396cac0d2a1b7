import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Acknowledged, monthOf, productOf, sendByHttp, senders } from './load.ts'
import { ServedPackboard } from './servedPackboard.ts'

/** A stopped installation with records of two clients in several parts, which every round begins with a copy of. */
export type Base = { readonly dataDir: string; readonly month: string }

const batches = 3
const minuteMs = 60_000

/** Records of two months ago: the tenth day at 06:00 UTC. */
function beginOfPast(): number {
  const now = new Date()
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 10, 6)
}

export async function makeBase(): Promise<Base> {
  const dataDir = await mkdtemp(join(tmpdir(), 'packboard-base-'))
  const packboard = new ServedPackboard(dataDir)
  const start = await packboard.start()
  if (!start.answers) throw new Error(start.sentence)
  const past = beginOfPast()
  for (const [first, span] of [
    [past, 2 * minuteMs],
    // Counters of this hour begin below those of the load that follows.
    [Date.now() - 10 * minuteMs, minuteMs],
  ] as const) {
    for (let batch = 0; batch < batches; batch += 1) {
      for (const { clientId, ...machines } of senders) {
        for (const serialNo of Object.values(machines)) {
          const records = Array.from({ length: span / 1_000 }, (_, second) => ({
            kind: 'sample',
            serialNo,
            time: first + batch * span + second * 1_000,
            state: second % 60 < 15 ? 9 : 10,
            product: productOf(clientId),
            packs: 900_000 - batch * 1_000 - second,
          }))
          const others = otherRecords(serialNo, first + batch * span)
          await send(packboard, serialNo, [...records, ...others])
        }
      }
      await pause(1_500)
    }
  }
  await pause(3_000)
  await packboard.stop()
  return { dataDir, month: monthOf(past) }
}

/** An alarm, an audit record and one that is quarantined. */
const otherRecords = (serialNo: string, time: number) => [
  {
    kind: 'alarm',
    serialNo,
    raisedAt: time,
    group: 'Film',
    description: `Film of ${serialNo}`,
  },
  {
    kind: 'audit',
    serialNo,
    time,
    userGroup: 'Operator',
    description: 'Speed',
    valueBefore: '1',
    valueAfter: serialNo,
  },
  { kind: 'sample', serialNo, time: Date.now() + 3 * 86_400_000, state: 10 },
]

/** Records of the other kinds, now; and a late sample of the past month between two others, by which no sum changes. */
export async function sendExtras(packboard: ServedPackboard, acknowledged: Acknowledged) {
  const now = Date.now()
  for (const { clientId, http } of senders) {
    const late = {
      kind: 'sample',
      serialNo: http,
      time: beginOfPast() + 30_500 + (now % 80_000),
      state: 10,
      product: productOf(clientId),
      packs: 0,
    }
    await send(packboard, http, [...otherRecords(http, now), late])
    acknowledged.add('alarms', clientId, now)
    acknowledged.add('audits', clientId, now)
    acknowledged.add('quarantined', clientId, now)
    acknowledged.add('accepted', clientId, now, 3)
  }
}

async function send(packboard: ServedPackboard, serialNo: string, records: readonly object[]) {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await sendByHttp(packboard, serialNo, records)) return
    await pause(500)
  }
  throw new Error(`records of ${serialNo} are not acknowledged`)
}
