import { afterEach, expect, test, vi } from 'vitest'
import { wireRecord } from '../test/wireAnswers.ts'
import { followMachines } from './followMachines.ts'

afterEach(() => vi.unstubAllGlobals())

test('events that arrive cut into pieces are put together, and comments are not events', async () => {
  const { machineId, Machine_ID, Status, Recipe, Product, Tool, User, RecentSpeed } = wireRecord()
  const now = {
    machineId,
    Machine_ID,
    Status,
    Recipe,
    Product,
    Tool,
    User,
    RecentSpeed,
    '@timestamp': null,
    timeStamp: null,
    stateSince: null,
    reason: '',
    holdUntil: null,
  }
  const text = `: still here\n\nevent: machine\ndata: ${JSON.stringify(now)}\n\nevent: older\ndata: {}\n\n`
  const pieces = [text.slice(0, 40), text.slice(40, 41), text.slice(41)]
  vi.stubGlobal('fetch', async () => {
    const body = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
        controller.close()
      },
    })
    return new Response(body)
  })
  const heard: string[] = []
  const life = new AbortController()
  await followMachines(
    1,
    {
      machine: ({ machineId: serialNo }) => heard.push(serialNo),
      older: () => {
        heard.push('older')
        life.abort()
      },
      alive: () => {},
    },
    life.signal,
  )
  expect(heard).toEqual(['FW-101', 'older'])
})

test('a line that may not be opened is not asked for again', async () => {
  const fetcher = vi.fn(async () => Response.json({}, { status: 404 }))
  vi.stubGlobal('fetch', fetcher)
  await followMachines(
    9,
    { machine: () => {}, older: () => {}, alive: () => {} },
    new AbortController().signal,
  )
  expect(fetcher).toHaveBeenCalledTimes(1)
})
