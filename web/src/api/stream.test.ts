// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followStream, silenceMs } from './stream.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** An answer that sends these pieces, and then ends or stays open. */
function streaming(
  pieces: string[],
  { open = false, signal }: { open?: boolean; signal?: AbortSignal | null } = {},
) {
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
        if (!open) controller.close()
        signal?.addEventListener('abort', () => controller.error(new Error('hung up')))
      },
    }),
  )
}

function follow() {
  const heard: string[] = []
  const life = new AbortController()
  const done = followStream(
    '/api/live',
    { hear: ({ kind, data }) => void heard.push(`${kind} ${data}`) },
    life.signal,
  )
  return { heard, life, done }
}

test('messages that arrive cut into pieces are put together, and comments are no messages', async () => {
  const text = ': still here\n\nevent: machine\ndata: {"a":\ndata: 1}\n\nevent: older\ndata: {}\n\n'
  vi.stubGlobal('fetch', async () =>
    streaming([text.slice(0, 40), text.slice(40, 41), text.slice(41)]),
  )
  const { heard, life, done } = follow()
  await vi.advanceTimersByTimeAsync(300)
  life.abort()
  await vi.advanceTimersByTimeAsync(0)
  await done
  expect(heard).toEqual(['machine {"a":\n1}', 'older {}'])
})

test('what comes within a tenth of a second is read at once; of a hidden page immediately', async () => {
  let notify: (text: string) => void = () => {}
  let wanted = 0
  vi.stubGlobal(
    'fetch',
    async (_path: string, init: RequestInit) =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            init.signal?.addEventListener('abort', () => controller.error(new Error('hung up')))
            notify = (text) => controller.enqueue(new TextEncoder().encode(text))
          },
          // Called whenever the reader wants more than there is.
          pull: () => void wanted++,
        }),
      ),
  )
  const { heard, life, done } = follow()
  await vi.advanceTimersByTimeAsync(0)
  const report = async (name: string) => {
    notify(`event: machine\ndata: ${name}\n\n`)
    await vi.advanceTimersByTimeAsync(0)
  }
  await report('a')
  expect(heard).toEqual(['machine a'])
  const before = wanted
  await report('b')
  await vi.advanceTimersByTimeAsync(90)
  expect([heard, wanted]).toEqual([['machine a'], before])
  await vi.advanceTimersByTimeAsync(10)
  expect(heard).toEqual(['machine a', 'machine b'])
  await vi.advanceTimersByTimeAsync(100)
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await report('c')
  await report('d')
  expect(heard).toEqual(['machine a', 'machine b', 'machine c', 'machine d'])
  seen.mockRestore()
  life.abort()
  await vi.advanceTimersByTimeAsync(0)
  await done
})

test('a broken line is opened again, and again later the more often it fails', async () => {
  const opened: number[] = []
  vi.stubGlobal('fetch', async () => {
    opened.push(Date.now())
    throw new TypeError('no network')
  })
  const { life, done } = follow()
  await vi.advanceTimersByTimeAsync(120_000)
  life.abort()
  await vi.advanceTimersByTimeAsync(0)
  await done
  const pauses = opened.slice(1).map((at, index) => at - opened[index]!)
  expect(pauses[0]).toBeLessThanOrEqual(1_000)
  expect(pauses[0]).toBeGreaterThanOrEqual(500)
  expect(Math.max(...pauses)).toBeGreaterThan(10_000)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(30_000)
})

test('a line that fell silent is dead, whatever it says, and is opened anew', async () => {
  const fetcher = vi.fn(async (_path: string, init: RequestInit) =>
    streaming([': here\n\n'], { open: true, signal: init.signal ?? null }),
  )
  vi.stubGlobal('fetch', fetcher)
  const { life, done } = follow()
  await vi.advanceTimersByTimeAsync(silenceMs - 1_000)
  expect(fetcher).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(fetcher).toHaveBeenCalledTimes(2)
  life.abort()
  await vi.advanceTimersByTimeAsync(0)
  await done
})

test.each([401, 403, 404])(
  'a line that may not be opened (%d) is not asked for again',
  async (status) => {
    const fetcher = vi.fn(async () => Response.json({}, { status }))
    vi.stubGlobal('fetch', fetcher)
    const { done } = follow()
    await vi.advanceTimersByTimeAsync(60_000)
    await done
    expect(fetcher).toHaveBeenCalledTimes(1)
  },
)
