// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wireAnswer, wireIncrement, wireRecord } from '../../testing/wireAnswers.ts'
import { noteAnswer, noteSilence, serverContact } from '../api/serverContact.ts'
import { endSession } from '../session/session.ts'
import { OverviewFeed } from './overviewFeed.ts'

type Body = { initialReq: string; start_date: string; revision?: string }
let requested: Body[] = []
let answers: (() => Response | Promise<Response>)[] = []
let streams: string[] = []
let pushes: TransformStream<Uint8Array, Uint8Array>

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T14:32:12Z') })
  // Nothing is left of the page before.
  endSession()
  requested = []
  streams = []
  answers = []
  pushes = new TransformStream()
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address.includes('machines-live')) {
      streams.push(address)
      return new Response(pushes.readable)
    }
    requested.push(JSON.parse(String(init.body)))
    const answer = answers.shift()
    if (!answer) throw new Error('nobody expected this call')
    return answer()
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const ok =
  (over: Record<string, unknown> = {}) =>
  () =>
    Response.json(wireAnswer(over))
const failing = () => Response.json({}, { status: 500 })
const settle = () => vi.advanceTimersByTimeAsync(0)

function started() {
  const feed = new OverviewFeed(1, ['FW-101'], new Date('2026-11-21T06:00:00Z'))
  feed.start()
  return feed
}

test('a page of one machine follows it alone, a page of several the client', async () => {
  answers = [ok(), ok()]
  const one = started()
  const two = new OverviewFeed(1, ['FW-101', 'FW 102'], new Date('2026-11-21T06:00:00Z'))
  two.start()
  await settle()
  expect(streams).toEqual([
    '/api/admin/machines-live/1?machineId=FW-101',
    '/api/admin/machines-live/1',
  ])
  one.stop()
  two.stop()
})

test('totals first, then increments every 30 seconds from the end that was answered', async () => {
  answers = [
    ok(),
    ok({
      dataArray: [wireIncrement()],
      end_date: '2026-11-21T14:32:40.000Z',
      revision: '9',
    }),
  ]
  const feed = started()
  await settle()
  expect(feed.cards.get('FW-101')).toMatchObject({ totalPacks: 75_378, run: 28_423 })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(requested.map(({ initialReq }) => initialReq)).toEqual(['yes', 'no'])
  expect(requested[1]).toMatchObject({ start_date: '2026-11-21T14:32:10.000Z', revision: '7' })
  expect(feed.cards.get('FW-101')).toMatchObject({
    totalPacks: 75_448,
    batchPacks: 61_887,
    run: 28_453,
  })
  expect(feed.frame.updatedAt).toEqual(new Date('2026-11-21T14:32:40.000Z'))
  feed.stop()
})

test('a failure of the first call empties the list, and 30 seconds later it is asked again', async () => {
  answers = [failing, ok()]
  const feed = started()
  await settle()
  expect(feed.frame).toMatchObject({
    ...{ phase: 'failed', refreshing: false, failedAt: expect.any(Number) },
  })
  expect(feed.cards.size).toBe(0)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(feed.frame.phase).toBe('ready')
  expect(requested.map(({ initialReq }) => initialReq)).toEqual(['yes', 'yes'])
  feed.stop()
})

test('a later failure keeps the values of before, marked, and goes on from where it was', async () => {
  answers = [ok(), failing, ok({ dataArray: [] })]
  const feed = started()
  await settle()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(feed.frame).toMatchObject({ phase: 'ready', failedAt: expect.any(Number) })
  expect(feed.cards.get('FW-101')?.totalPacks).toBe(75_378)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(requested[2]).toMatchObject({ initialReq: 'no', start_date: '2026-11-21T14:32:10.000Z' })
  expect(feed.frame.failedAt).toBeNull()
  feed.stop()
})

const unreachable = () => Promise.reject(new TypeError('no network'))

test('when a lost server answers again the values are requested at once; a page that was left has none', async () => {
  answers = [ok(), unreachable, ok({ dataArray: [], end_date: '2026-11-21T14:32:48.000Z' })]
  const feed = started()
  expect(serverContact().live).toBeNull()
  await settle()
  expect(serverContact().live).toMatchObject({
    from: Date.parse('2026-11-21T14:32:10Z'),
    failedAt: null,
  })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(serverContact()).toMatchObject({
    lostAt: Date.parse('2026-11-21T14:32:42Z'),
    live: { failedAt: Date.parse('2026-11-21T14:32:42Z') },
  })
  await vi.advanceTimersByTimeAsync(6_000)
  noteAnswer()
  await settle()
  expect(requested).toHaveLength(3)
  expect(serverContact().live).toMatchObject({ failedAt: null })
  feed.stop()
  expect(serverContact().live).toBeNull()
})

test('while the server is lost nobody knows more than at its last answer', async () => {
  answers = [ok()]
  const feed = started()
  await settle()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(feed.now()).toBe(Date.parse('2026-11-21T14:32:16Z'))
  noteSilence()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(feed.now()).toBe(Date.parse('2026-11-21T14:32:12Z'))
  noteAnswer()
  expect(feed.now()).toBe(Date.parse('2026-11-21T14:32:21Z'))
  feed.stop()
})

test('who comes back without a network finds the cards of before, with their time; nobody else does', async () => {
  answers = [ok(), unreachable, unreachable]
  const before = started()
  await settle()
  before.stop()
  const back = started()
  await settle()
  expect(back.cards.get('FW-101')?.totalPacks).toBe(75_378)
  expect(back.frame).toMatchObject({
    ...{ phase: 'ready', updatedAt: new Date('2026-11-21T14:32:10Z') },
    failedAt: expect.any(Number),
  })
  back.stop()
  const from = new Date('2026-11-21T10:00:00Z')
  expect(new OverviewFeed(1, ['FW-101'], from).cards.size).toBe(0)
  expect(new OverviewFeed(2, ['FW-101'], back.frame.from).cards.size).toBe(0)
  endSession()
  const other = started()
  await settle()
  expect(other.frame.phase).toBe('failed')
  other.stop()
})

test('when older data changed the totals are read again instead of adding to a wrong sum', async () => {
  answers = [
    ok(),
    ok({ olderDataChanged: true }),
    ok({ dataArray: [wireRecord({ Total_Packs_Prod: 80_000 })] }),
  ]
  const feed = started()
  await settle()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(requested.map(({ initialReq }) => initialReq)).toEqual(['yes', 'no', 'yes'])
  expect(feed.cards.get('FW-101')?.totalPacks).toBe(80_000)
  feed.stop()
})

test('another start time reads the totals from there', async () => {
  answers = [ok(), ok()]
  const feed = started()
  await settle()
  feed.startFrom(new Date('2026-11-21T10:00:00Z'))
  await settle()
  expect(requested[1]).toMatchObject({ initialReq: 'yes', start_date: '2026-11-21T10:00:00.000Z' })
  feed.stop()
})

const pushed = (over: Record<string, unknown>) =>
  new TextEncoder().encode(
    `event: machine\ndata: ${JSON.stringify({ ...wireRecord(), ...over })}\n\n`,
  )

test('what was heard before the cards are there is on them: an answer ends before now and may not know of it', async () => {
  let answerLate = (_: Response) => {}
  const unheard = wireRecord({ Status: 'OFFLINE', Recipe: -1, '@timestamp': null, holdUntil: null })
  answers = [
    () =>
      new Promise<Response>((done) => {
        answerLate = done
      }),
    ok({ dataArray: [unheard] }),
  ]
  const feed = started()
  await settle()
  const at = { '@timestamp': '2026-11-21T14:32:11.000Z', holdUntil: '2026-11-21T14:33:41.000Z' }
  void pushes.writable.getWriter().write(pushed({ Recipe: 10, ...at }))
  // The clock of the page shows what was heard each second.
  await vi.advanceTimersByTimeAsync(2_500)
  answerLate(Response.json(wireAnswer({ dataArray: [unheard] })))
  await settle()
  expect(feed.cards.get('FW-101')).toMatchObject({ state: 10, offline: false })
  feed.startFrom(new Date('2026-11-21T10:00:00Z'))
  await settle()
  expect(feed.cards.get('FW-101')).toMatchObject({ state: 10, offline: false })
  feed.stop()
})

test('records of before that keep arriving never cut off the call that is under way', async () => {
  let answerLate = (_: Response) => {}
  answers = [
    () =>
      new Promise<Response>((done) => {
        answerLate = done
      }),
    ok({ dataArray: [wireRecord({ Total_Packs_Prod: 80_000 })] }),
  ]
  const feed = started()
  await settle()
  const push = pushes.writable.getWriter()
  for (let second = 0; second < 10; second++) {
    void push.write(new TextEncoder().encode('event: older\ndata: {}\n\n'))
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(requested).toHaveLength(1)
  answerLate(Response.json(wireAnswer()))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(requested.map(({ initialReq }) => initialReq)).toEqual(['yes', 'yes'])
  expect(feed.cards.get('FW-101')?.totalPacks).toBe(80_000)
  feed.stop()
})

test('a hidden page requests nothing; it catches up when it is seen again', async () => {
  answers = [ok(), ok({ dataArray: [] })]
  const feed = started()
  await settle()
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await vi.advanceTimersByTimeAsync(90_000)
  expect(requested).toHaveLength(1)
  seen.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  await settle()
  expect(requested.map(({ initialReq }) => initialReq)).toEqual(['yes', 'no'])
  feed.stop()
})

test('out of sight a state waits for the second, and figures for the next answer', async () => {
  answers = [ok(), ok()]
  const feed = started()
  await settle()
  let drawn = 0
  const rough = () => feed.rough.cards.get('FW-101')
  feed.rough.subscribe(() => {
    drawn += 1
  })
  const push = pushes.writable.getWriter()
  const report = async (second: number, over: Record<string, unknown>) => {
    const time = `2026-11-21T14:32:${second}.000Z`
    const record = wireRecord({ '@timestamp': time, timeStamp: time, ...over })
    void push.write(new TextEncoder().encode(`event: machine\ndata: ${JSON.stringify(record)}\n\n`))
    await settle()
  }
  const before = rough()
  const comeBack = feed.leave('FW-101')
  await report(13, { RecentSpeed: 150 })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(feed.cards.get('FW-101')?.speedPpm).toBe(150)
  expect([drawn, rough()]).toEqual([0, before])
  await report(15, { Recipe: 5, RecentSpeed: 0 })
  expect(feed.cards.get('FW-101')?.state).not.toBe(5)
  await vi.advanceTimersByTimeAsync(1_000)
  expect([drawn, rough()?.state, rough()?.speedPpm]).toEqual([1, 5, 0])
  // In sight again, the next state is shown at once.
  comeBack()
  await report(16, { Recipe: 10, RecentSpeed: 149 })
  expect(feed.cards.get('FW-101')?.state).toBe(10)
  // An answer brings the figures up to date.
  await report(17, { RecentSpeed: 151 })
  await vi.advanceTimersByTimeAsync(30_000)
  await settle()
  expect(rough()).toBe(feed.cards.get('FW-101'))
  feed.stop()
})

test('machines that report every second draw the page once a second; another state is shown at once', async () => {
  answers = [ok()]
  const feed = started()
  await settle()
  let drawn = 0
  feed.subscribe(() => {
    drawn += 1
  })
  const push = pushes.writable.getWriter()
  const report = async (second: number, over: Record<string, unknown>) => {
    const time = `2026-11-21T14:32:${second}.000Z`
    const record = wireRecord({ '@timestamp': time, timeStamp: time, ...over })
    void push.write(new TextEncoder().encode(`event: machine\ndata: ${JSON.stringify(record)}\n\n`))
    await settle()
  }
  await report(13, { RecentSpeed: 150 })
  await report(14, { RecentSpeed: 151 })
  expect(drawn).toBe(0)
  await vi.advanceTimersByTimeAsync(1_000)
  expect([drawn, feed.cards.get('FW-101')?.speedPpm]).toEqual([1, 151])
  await report(15, { Recipe: 5, RecentSpeed: 0 })
  expect([drawn, feed.cards.get('FW-101')?.state]).toEqual([2, 5])
  // Many changes right after one another are one drawing.
  const events = [6, 10, 11].map((Recipe, index) => {
    const time = `2026-11-21T14:32:${16 + index}.000Z`
    const record = wireRecord({ '@timestamp': time, timeStamp: time, Recipe })
    return `event: machine\ndata: ${JSON.stringify(record)}\n\n`
  })
  void push.write(new TextEncoder().encode(events.join('')))
  await settle()
  expect(drawn).toBe(2)
  await vi.advanceTimersByTimeAsync(110)
  expect([drawn, feed.cards.get('FW-101')?.state]).toEqual([3, 11])
  feed.stop()
})

test('another state draws its own machine; what others report beside it waits for the second', async () => {
  const two = ['FW-101', 'FW-102'].map((name) => wireRecord({ machineId: name, Machine_ID: name }))
  answers = [ok({ dataArray: two })]
  const feed = new OverviewFeed(1, ['FW-101', 'FW-102'], new Date('2026-11-21T06:00:00Z'))
  feed.start()
  await settle()
  const running = feed.cards.get('FW-102')
  const at = { '@timestamp': '2026-11-21T14:32:13.000Z', timeStamp: '2026-11-21T14:32:13.000Z' }
  const events = [
    wireRecord({ ...at, machineId: 'FW-102', Machine_ID: 'FW-102', RecentSpeed: 150 }),
    wireRecord({ ...at, Recipe: 5, RecentSpeed: 0 }),
  ].map((record) => `event: machine\ndata: ${JSON.stringify(record)}\n\n`)
  await pushes.writable.getWriter().write(new TextEncoder().encode(events.join('')))
  await settle()
  expect(feed.cards.get('FW-101')?.state).toBe(5)
  expect(feed.cards.get('FW-102')).toBe(running)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(feed.cards.get('FW-102')?.speedPpm).toBe(150)
  feed.stop()
})
