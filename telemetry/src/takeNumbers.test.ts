import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestClickHouse, type TestClickHouse } from '../testing/openTestClickHouse.ts'
import { batchOf, morning, sampleOf } from '../testing/records.ts'
import { storedStates } from '../testing/storedStates.ts'
import { openTelemetry, type Telemetry } from './store.ts'
import { numbered } from './takeNumbers.ts'
import { commitBatch } from './write/commitBatch.ts'

let engine: TestClickHouse
let dataDir: string
const opened: Telemetry[] = []

beforeAll(async () => {
  const shared = openTestClickHouse()
  if (!shared) throw new Error('This needs the shared ClickHouse.')
  engine = shared
  dataDir = await mkdtemp(join(tmpdir(), 'packboard-numbers-'))
})
afterAll(async () => {
  for (const telemetry of opened) await telemetry.close().catch(() => undefined)
  await engine?.drop()
  await rm(dataDir, { recursive: true, force: true })
})

async function open(generation: bigint | undefined, mayWrite = () => true, url = engine.url) {
  const owner = generation === undefined ? undefined : { mayWrite, generation }
  const { database } = engine
  const telemetry = await openTelemetry({ dataDir, url, database, now: () => morning, owner })
  opened.push(telemetry)
  return telemetry
}

/** A way to the engine on which an insert can be under way for as long as a test wants. */
async function slowWay() {
  const { hostname, port, username, password } = new URL(engine.url)
  let slow = false
  const underWay: (() => void)[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    const there = connect(Number(port), hostname)
    sockets.push(socket, there)
    for (const one of [socket, there]) one.on('error', () => undefined)
    there.pipe(socket)
    socket.on('data', (bytes) => {
      const isInsert = slow && bytes.includes('INSERT')
      if (isInsert) underWay.push(() => there.write(bytes))
      else there.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')
  return {
    url: `http://${username}:${password}@127.0.0.1:${address.port}`,
    underWay,
    /** From now on inserts stay on their way. */
    hold: () => {
      slow = true
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

test('what an earlier owner sent and the engine gets later is not stored beside what the next one stored', async () => {
  const way = await slowWay()
  let isHeld = true
  const first = await open(1n, () => isHeld, way.url)
  await commitBatch(first, batchOf({ samples: [sampleOf()] }))
  // What the first commit still stores behind itself would be held, too.
  await first.settled()
  way.hold()
  const batch = batchOf({ samples: [sampleOf({ at: morning + 1_000, state: 4 })] })
  const late = commitBatch(first, batch)
  late.catch(() => undefined)
  await expect.poll(() => way.underWay.length).toBe(1)

  isHeld = false
  const second = await open(2n)
  await commitBatch(second, batch)
  await commitBatch(second, batchOf({ samples: [sampleOf({ clientId: 2, machineId: 7 })] }))
  for (const arrive of way.underWay.splice(0)) arrive()
  await expect(late).rejects.toMatchObject({ code: 'ingest.busy' })
  expect(await storedStates(second)).toEqual([
    { machineId: 1, state: 10 },
    { machineId: 1, state: 4 },
    { machineId: 7, state: 10 },
  ])
  way.close()
})

test('no table takes a row with a number of an earlier owner', async () => {
  const { context } = await open(3n)
  for (const [table, column] of Object.entries(numbered)) {
    const row = (number: bigint) =>
      context.connection.writer().command({
        query: `INSERT INTO ${table} (${column}) VALUES (${number})`,
      })
    await expect(row((3n << 32n) - 1n)).rejects.toMatchObject({ type: 'VIOLATED_CONSTRAINT' })
  }
})

test('a number is higher than all that are stored, whatever the generations are counted in', async () => {
  const fourth = await open(4n)
  await commitBatch(fourth, batchOf({ samples: [sampleOf({ at: morning + 2_000 })] }))
  // The management store is one out of a backup: it counts from 1 again.
  const again = await open(1n)
  expect(again.context.numbers.from).toBeGreaterThan(4n << 32n)
  await commitBatch(again, batchOf({ samples: [sampleOf({ at: morning + 3_000 })] }))
  await again.settled()
  expect(again.context.counters.revision).toBeGreaterThan(again.context.numbers.from)
})

test('a process without others goes on with the numbers that are there', async () => {
  await open(9n)
  const alone = await open(undefined)
  expect(alone.context.numbers.from).toBe(0n)
  const row = 'INSERT INTO audit (client_id, machine_id, batch) VALUES (1, 1, 1)'
  await alone.context.connection.writer().command({ query: row })
  const batch = batchOf({ samples: [sampleOf({ at: morning + 4_000 })] })
  expect(await commitBatch(alone, batch)).toMatchObject([{ accepted: 1 }])
})
