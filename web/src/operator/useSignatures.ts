import { addShiftNote, handOverShift, type ShiftPage, shiftPage } from '@packboard/contract'
import { type ShiftSide, shiftSides } from '@packboard/model'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { CallFailed, call } from '../api/call.ts'
import { refreshShift, type ShiftKey } from '../shift/signing.ts'
import { newKey } from '../stops/labels.ts'
import { serverNow } from '../time/serverClock.ts'
import { answersNow } from './answering.ts'
import { AnswerQueue, type Sent } from './answerQueue.ts'

/** A note or a signature that was given here and that the server does not have yet. */
export type WaitingSignature = ShiftKey & {
  readonly key: string
  /** Whose it is, as this tablet shows it. */
  readonly name: string
  /** When it was given, ms since 1970 by the clock of the server. */
  readonly tappedAt: number
  readonly side: ShiftSide | null
  /** Of a note, which has no side. */
  readonly text: string
}

type Done = { readonly at: number }
type Queue = AnswerQueue<WaitingSignature, Done>

/** As the answers: what waits is sent on every page after this one, too. */
const queues = new Map<string, Queue>()

function queueOf(user: string, queries: QueryClient): Queue {
  const known = queues.get(user)
  if (known) return known
  const queue = new AnswerQueue<WaitingSignature, Done>({
    storage: localStorage,
    place: `packboard.signatures.${user}`,
    reads: isSignature,
    send: (item) => sendOne(user, item),
    changed: () => void refreshShift(queries),
  })
  queues.set(user, queue)
  return queue
}

/**
 * Sends one in the name of the person who gave it. An answer that was lost on the way back left it on the server: what is there
 * already is not sent again.
 */
async function sendOne(user: string, item: WaitingSignature): Promise<Sent<Done>> {
  if (!navigator.onLine || answersNow() !== user) return 'later'
  const { clientId, start, side, text, tappedAt } = item
  const params = { clientId, start }
  try {
    const page = await call(shiftPage, { params: { clientId }, query: { start } })
    if (!isThere(page, item)) {
      if (side) {
        await call(handOverShift, { params, body: { side, at: new Date(tappedAt).toISOString() } })
      } else await call(addShiftNote, { params, body: { text } })
    }
    return { done: { at: tappedAt } }
  } catch (error) {
    if (!(error instanceof CallFailed)) return 'later'
    const { status, message } = error
    if (status === 0 || status === 401 || status === 429 || status >= 500) return 'later'
    return { refused: message }
  }
}

/** Does a page show what waits? A signature by its instant, a note by its words since it was written. */
export function isThere(
  { signatures, notes }: Pick<ShiftPage, 'signatures' | 'notes'>,
  { side, tappedAt, text }: Pick<WaitingSignature, 'side' | 'tappedAt' | 'text'>,
): boolean {
  if (side) return signatures[side]?.at.getTime() === tappedAt
  return notes.some((note) => note.text === text && note.at.getTime() >= tappedAt - apartMs)
}

/** The clock of a tablet and that of the server may be so far apart. */
const apartMs = 10_000

/** What the person at this tablet has signed or written and that waits, what was refused, and how to add to it. */
export function useSignatures(shift: ShiftKey, user: string, name: string) {
  const queries = useQueryClient()
  const queue = useMemo(() => queueOf(user, queries), [user, queries])
  const waiting = useSyncExternalStore(queue.subscribe, () => queue.waiting)
  const refused = useSyncExternalStore(queue.subscribe, () => queue.refused)
  useEffect(() => {
    const again = () => void queue.flush()
    again()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [queue])
  const add = (what: Pick<WaitingSignature, 'side' | 'text'>) =>
    queue.add({ ...shift, ...what, key: newKey(), name, tappedAt: Math.floor(serverNow()) })
  return {
    waiting: waiting.filter(({ start }) => start === shift.start),
    refused: refused.filter(({ start }) => start === shift.start),
    sign: (side: ShiftSide) => add({ side, text: '' }),
    write: (text: string) => add({ side: null, text }),
    forget: (key: string) => queue.forget(key),
  }
}

const isSignature = (value: unknown): value is WaitingSignature =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  typeof value.key === 'string' &&
  'name' in value &&
  typeof value.name === 'string' &&
  'clientId' in value &&
  typeof value.clientId === 'number' &&
  'start' in value &&
  typeof value.start === 'string' &&
  'tappedAt' in value &&
  typeof value.tappedAt === 'number' &&
  'text' in value &&
  typeof value.text === 'string' &&
  'side' in value &&
  (value.side === null || shiftSides.some((side) => side === value.side))
