// @slow

import { createServer, connect as dial, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { StatusCodes } from 'node-opcua-client'
import { nodesets } from 'node-opcua-nodesets'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { opcUaReader as openReader } from '../../testing/opcUaReader.ts'
import { type PackmlServer, packmlServer } from '../../testing/packmlServer.ts'

let server: PackmlServer
const address = (name = 'Line 1') => `${server.url}#${name}`

beforeAll(async () => {
  server = await packmlServer({ machines: ['Line 1', 'Line 2'] })
})
// The last test but one has ended it.
afterAll(() => server?.close().catch(() => undefined))

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})
async function opcUaReader(...options: Parameters<typeof openReader>) {
  const reader = await openReader(...options)
  closers.push(reader.close)
  return reader
}

const stopped = 5
const execute = 10
const held = 13
const suspended = 16
const aborted = 3

/** A line that can be cut, in front of a server. */
async function line(to: number) {
  const sockets = new Set<Socket>()
  let isCut = false
  const proxy = createServer((socket) => {
    const far = dial(to, '127.0.0.1')
    for (const one of [socket, far]) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        socket.destroy()
        far.destroy()
      })
    }
    if (isCut) return socket.destroy()
    socket.pipe(far)
    far.pipe(socket)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const place = proxy.address()
  if (typeof place !== 'object' || !place) throw new Error('no port')
  return {
    url: `opc.tcp://127.0.0.1:${place.port}`,
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    join() {
      isCut = false
    },
    /** What is open now carries nothing any more, without a word to either end. */
    freeze() {
      for (const socket of sockets) {
        socket.unpipe()
        socket.pause()
      }
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

test('a machine runs, stops, counts, raises and clears an alarm, at the times that its server says', async () => {
  server.say('Stopped')
  server.speed(0)
  server.count('ProdProcessedCount', { count: 5, total: 100 })
  server.count('ProdDefectiveCount', { count: 0, total: 3 })
  server.alarms([])
  const reader = await opcUaReader({ address: address() })
  await expect.poll(() => reader.found()?.status).toBe('served')
  await expect.poll(() => reader.records().length).toBeGreaterThan(0)
  // What is so at the beginning is one sample of the moment of receipt (D48): since when it is so may lie in a gap.
  expect(reader.records()[0]).toMatchObject({
    clientId: 7,
    machineId: 1,
    state: stopped,
    speedPpm: 0,
    packCounter: 100,
    batchCounter: 5,
    rejectCounter: 3,
  })

  const ranAt = new Date()
  server.say('Execute', ranAt)
  server.speed(120, ranAt)
  server.count('ProdProcessedCount', { count: 6, total: 101 }, ranAt)
  const raisedAt = new Date()
  server.alarms([{ id: 7, message: 'Film snapped', raisedAt }], raisedAt)
  await expect.poll(() => reader.states().at(-1)).toEqual({ state: execute, at: ranAt.getTime() })
  await expect.poll(() => reader.alarms()).toHaveLength(1)
  const heldAt = new Date()
  server.say('Held', heldAt)
  await wait(1)
  server.say('Suspended', new Date(heldAt.getTime() + 40))
  const clearedAt = new Date(heldAt.getTime() + 50)
  server.alarms([], clearedAt)
  await expect.poll(() => reader.alarms()).toHaveLength(2)
  await expect
    .poll(() => reader.states().map(({ state }) => state))
    .toEqual([stopped, execute, held, suspended])
  expect(reader.records().find(({ speedPpm }) => speedPpm === 120)?.at).toBe(ranAt.getTime())
  expect(reader.records().find(({ packCounter }) => packCounter === 101)).toMatchObject({
    at: ranAt.getTime(),
    batchCounter: 6,
  })
  const alarm = { raisedAt: raisedAt.getTime(), description: 'Film snapped', code: '7' }
  expect(reader.alarms()).toMatchObject([alarm, { ...alarm, clearedAt: clearedAt.getTime() }])

  server.say('Aborted')
  await expect.poll(() => reader.states().at(-1)?.state).toBe(aborted)
  await reader.close()
  const { received, ended, handedOn, waiting, lost } = reader.conservation()
  expect({ ended, handedOn, waiting, lost }).toEqual({
    ended: received,
    handedOn: received,
    waiting: 0,
    lost: 0,
  })
  expect(received).toBeGreaterThan(8)
})

test('a machine that is let go while it is being opened ends at once and leaves no error behind', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', note)
  try {
    const reader = await opcUaReader({ address: address() })
    await reader.close()
    for (const after of [0, 200, 400, 600]) {
      const one = await opcUaReader({ address: address() })
      await expect.poll(() => one.found()?.machine, { interval: 2 }).toBe('Hall 2/Line 1')
      await wait(after)
      await one.close()
    }
    await wait(100)
  } finally {
    process.off('unhandledRejection', note)
    for (const other of others) process.on('unhandledRejection', other)
  }
  expect(unhandled).toEqual([])
})

test('what a server has is said, and of several machines the one is demanded', async () => {
  const reader = await opcUaReader({ address: server.url })
  await expect.poll(() => reader.found()?.fault?.reason).toBe('severalMachines')
  expect(reader.found()).toMatchObject({
    status: 'waiting',
    machines: ['Hall 2/Line 1', 'Hall 2/Line 2'],
    fault: { detail: expect.stringContaining('#Hall 2/Line 1, #Hall 2/Line 2') },
  })
  reader.set({ address: address('Line 3') })
  await expect.poll(() => reader.found()?.fault?.reason).toBe('machineNotThere')
  reader.set({ address: address('Hall 2/Line 2') })
  await expect.poll(() => reader.found()?.status).toBe('served')
  expect(reader.found()).toMatchObject({
    machine: 'Hall 2/Line 2',
    server: 'Wrapper 7',
    security: { mode: 'None', policy: 'None' },
    alarms: 'array',
    fault: null,
  })
  expect(reader.found()?.parts).toContainEqual({ name: 'Admin/ProdProcessedCount', isThere: true })
  // A machine that is set otherwise is let go at once.
  reader.clear()
  await expect.poll(() => server.sessions()).toBe(0)
})

test('a machine that says nothing lives while it is served (D58), and no longer when its state is stale', async () => {
  server.say('Execute')
  const reader = await opcUaReader({ address: address() }, { holdMs: 1_500 })
  await expect.poll(() => reader.alive().length).toBeGreaterThan(1)
  // The gateway has lost its controller: the last value stands there, and nobody knows whether it is still true.
  server.say('Execute', new Date(), StatusCodes.UncertainLastUsableValue)
  await expect.poll(() => reader.found()?.status).toBe('stale')
  const before = reader.store.samples().length
  await wait(1_600)
  expect(reader.store.samples().length).toBe(before)
  const backAt = new Date()
  server.say('Execute', backAt)
  await expect.poll(() => reader.states().at(-1)).toEqual({ state: execute, at: backAt.getTime() })
  await expect.poll(() => reader.found()?.status).toBe('served')
})

test('a subscription that the server drops is made anew', async () => {
  server.say('Stopped')
  const reader = await opcUaReader({ address: address() }, { holdMs: 1_500 })
  await expect.poll(() => reader.states()).toHaveLength(1)
  server.dropSubscriptions()
  await expect.poll(() => reader.figures()?.connections).toBe(2)
  server.say('Execute')
  await expect.poll(() => reader.states().at(-1)?.state).toBe(execute)
})

test('a line that was cut loses nothing that the server queued', async () => {
  server.say('Stopped')
  const cable = await line(server.port)
  closers.push(cable.close)
  // On a busy machine the repair takes longer than the three seconds of the other tests; after them the queue would be lost.
  const reader = await opcUaReader({ address: `${cable.url}#Line 1` }, { repairMs: 60_000 })
  await expect.poll(() => reader.states(), { interval: 1 }).toHaveLength(1)
  // What has said something is open altogether: a cut in the midst of opening would begin anew, without the queue.
  expect(reader.figures()?.connections).toBe(1)
  cable.cut()
  await wait(300)
  const heldAt = new Date()
  server.say('Held', heldAt)
  await wait(600)
  const ranAt = new Date()
  server.say('Execute', ranAt)
  cable.join()
  await expect
    .poll(() => reader.states().slice(1), { timeout: 45_000 })
    .toEqual([
      { state: held, at: heldAt.getTime() },
      { state: execute, at: ranAt.getTime() },
    ])
  expect(reader.figures()?.connections).toBe(1)
})

test('a server that says nothing any more is let go, and its machine does not live meanwhile', async () => {
  server.say('Execute')
  const cable = await line(server.port)
  closers.push(cable.close)
  const reader = await opcUaReader({ address: `${cable.url}#Line 1` }, { holdMs: 1_500 })
  await expect.poll(() => reader.alive().length).toBeGreaterThan(1)
  cable.freeze()
  const frozenAt = Date.now()
  await expect.poll(() => reader.figures()?.connections).toBe(2)
  // Two of its keep-alives, a second each, are believed.
  const between = reader.alive().filter(({ at }) => at > frozenAt + 2_500)
  expect(between.filter(({ at }) => at < (reader.states().at(-1)?.at ?? 0))).toEqual([])
  await expect.poll(() => reader.states().length).toBe(2)
})

test('a server that starts again with other namespaces and nodes is found again', async () => {
  server.say('Stopped')
  const reader = await opcUaReader({ address: address() })
  await expect.poll(() => reader.states().at(-1)?.state).toBe(stopped)
  await server.close()
  await expect.poll(() => reader.found()?.status).not.toBe('served')
  const second = await packmlServer({
    machines: ['Line 1'],
    port: server.port,
    before: [nodesets.di],
  })
  closers.push(second.close)
  second.say('Execute')
  await expect.poll(() => reader.states().at(-1)?.state, { timeout: 45_000 }).toBe(execute)
  expect(reader.quarantined()).toEqual([])
  expect(second.changing).toEqual([])
})

test('nothing was written to the server, and no method was called', () => {
  expect(server.changing).toEqual([])
})
