import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  AnswerQueue,
  isAnswer,
  mostWaiting,
  type Sent as SentItem,
  type WaitingAnswer,
} from './answerQueue.ts'

type Label = { labelId: number }
type Sent = SentItem<Label>

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const keyOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

function answer(number: number): WaitingAnswer {
  const key = keyOf(number)
  const change = {
    action: 'label' as const,
    from: '2026-11-20T07:00:00.000Z',
    to: '2026-11-20T07:05:00.000Z',
    replaces: [],
    reason: keyOf(999),
  }
  return {
    ...{ key, word: 'Film break', tappedAt: number },
    body: { clientId: 1, machineId: 'FW-101', key, change },
  }
}

/** Storage of a browser, with room for so many letters. */
function storageOf(room = Number.POSITIVE_INFINITY) {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, value)
    },
  }
}

/** A server that stores each key once, and a network that can be cut or can lose answers. */
function server() {
  const labels = new Map<string, number>()
  const network = { off: false, losesAnswers: false, tries: 0 }
  const send = async ({ key }: WaitingAnswer): Promise<Sent> => {
    network.tries += 1
    if (network.off) return 'later'
    if (!labels.has(key)) labels.set(key, labels.size + 1)
    return network.losesAnswers ? 'later' : { done: { labelId: labels.get(key) ?? 0 } }
  }
  return { labels, network, send }
}

function queueOn(
  send: (answer: WaitingAnswer) => Promise<Sent>,
  storage = storageOf(),
  changed = () => {},
) {
  return new AnswerQueue<WaitingAnswer, Label>({
    ...{ storage, send, changed },
    place: 'packboard.answers.7',
    reads: isAnswer,
  })
}

const settle = () => vi.advanceTimersByTimeAsync(0)

describe('answers that wait', () => {
  test('20 taps without a network are 20 labels afterwards, in their order, none twice', async () => {
    const { labels, network, send } = server()
    network.off = true
    const queue = queueOn(send)
    for (let number = 1; number <= 20; number += 1) expect(queue.add(answer(number))).toBe(true)
    await settle()
    expect(queue.waiting).toHaveLength(20)
    expect(labels.size).toBe(0)
    network.off = false
    await queue.flush()
    expect([...labels.keys()]).toEqual(Array.from({ length: 20 }, (_, index) => keyOf(index + 1)))
    expect(queue.waiting).toEqual([])
    expect(queue.stored.map(({ labelId }) => labelId)).toEqual([...labels.values()])
  })

  test('an answer that was lost on the way back is sent again with its key, and is one label', async () => {
    const { labels, network, send } = server()
    network.losesAnswers = true
    const queue = queueOn(send)
    queue.add(answer(1))
    await settle()
    expect(queue.waiting).toHaveLength(1)
    network.losesAnswers = false
    await vi.advanceTimersByTimeAsync(2_000)
    expect(queue.waiting).toEqual([])
    expect(network.tries).toBe(2)
    expect(labels.size).toBe(1)
  })

  test('it is tried again by itself, more and more rarely', async () => {
    const { network, send } = server()
    network.off = true
    const queue = queueOn(send)
    queue.add(answer(1))
    await settle()
    expect(network.tries).toBe(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(network.tries).toBe(2)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(network.tries).toBe(2)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(network.tries).toBe(3)
    queue.close()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(network.tries).toBe(3)
  })

  test('a reload keeps them', async () => {
    const { labels, network, send } = server()
    network.off = true
    const storage = storageOf()
    const first = queueOn(send, storage)
    first.add(answer(1))
    first.add(answer(2))
    await settle()
    first.close()
    network.off = false
    const second = queueOn(send, storage)
    expect(second.waiting).toHaveLength(2)
    await second.flush()
    expect(labels.size).toBe(2)
    expect(queueOn(send, storage).waiting).toEqual([])
  })

  test('two tabs of one user lose none of each other', async () => {
    const { labels, network, send } = server()
    network.off = true
    const storage = storageOf()
    const one = queueOn(send, storage)
    const other = queueOn(send, storage)
    one.add(answer(1))
    other.add(answer(2))
    one.add(answer(3))
    await settle()
    network.off = false
    one.reload()
    await one.flush()
    other.reload()
    await other.flush()
    expect(labels.size).toBe(3)
    expect(other.waiting).toEqual([])
  })

  test('of another user they are not seen', () => {
    const storage = storageOf()
    const { network, send } = server()
    network.off = true
    queueOn(send, storage).add(answer(1))
    const other = new AnswerQueue<WaitingAnswer, Label>({
      ...{ storage, send, changed: () => {} },
      place: 'packboard.answers.8',
      reads: isAnswer,
    })
    expect(other.waiting).toEqual([])
  })

  test(`at most ${mostWaiting} wait; a later one is not accepted`, () => {
    const { network, send } = server()
    network.off = true
    const queue = queueOn(send)
    for (let number = 1; number <= mostWaiting; number += 1) queue.add(answer(number))
    expect(queue.add(answer(mostWaiting + 1))).toBe(false)
    expect(queue.waiting).toHaveLength(mostWaiting)
  })

  test('one that the full storage of a browser does not take is not accepted', () => {
    const { network, send } = server()
    network.off = true
    expect(queueOn(send, storageOf(20)).add(answer(1))).toBe(false)
  })

  test('what another program wrote there is ignored', () => {
    const { send } = server()
    for (const text of ['', 'null', '{', '[1]', '[{"key":"1","body":{}}]']) {
      const storage = storageOf()
      storage.setItem('packboard.answers.7', text)
      expect(queueOn(send, storage).waiting).toEqual([])
    }
  })

  test('one that waits can be dropped, one that is under way cannot', async () => {
    let arrive: (sent: Sent) => void = () => {}
    const queue = queueOn(() => new Promise((done) => (arrive = done)))
    queue.add(answer(1))
    queue.add(answer(2))
    expect(queue.drop(keyOf(1))).toBe(false)
    expect(queue.drop(keyOf(2))).toBe(true)
    expect(queue.drop(keyOf(2))).toBe(false)
    arrive({ done: { labelId: 4 } })
    await settle()
    expect(queue.waiting).toEqual([])
    expect(queue.stored).toHaveLength(1)
  })

  test('a refused one says why and holds up none after it', async () => {
    const changed = vi.fn()
    const queue = queueOn(
      async ({ key }) =>
        key === keyOf(1) ? { refused: 'P. Nowak was first' } : { done: { labelId: 9 } },
      storageOf(),
      changed,
    )
    queue.add(answer(1))
    queue.add(answer(2))
    await settle()
    expect(queue.waiting).toEqual([])
    expect(queue.refused).toMatchObject([{ key: keyOf(1), why: 'P. Nowak was first' }])
    expect(queue.stored).toMatchObject([{ key: keyOf(2), labelId: 9 }])
    expect(changed).toHaveBeenCalledTimes(2)
    queue.forget(keyOf(1))
    expect(queue.refused).toEqual([])
  })
})
