import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { CallFailed } from '../api/call.ts'
import { serverContact, watchContact } from '../api/serverContact.ts'
import type { Reasons } from '../reasons/useReasons.ts'
import {
  type LabelChange,
  newKey,
  refusalOfLabel,
  type StopLabelBody,
  sendLabel,
} from '../stops/labels.ts'
import { useShownZone } from '../time/zone.ts'
import { answersNow } from './answering.ts'
import { AnswerQueue, isAnswer, type Sent, type WaitingAnswer } from './answerQueue.ts'

/** What an answer became. */
type Label = { readonly labelId: number }

type Words = { nameOf: Reasons['nameOf']; zone: string }

/** Queues live as long as the page is loaded, so that what waits is sent on every page after this one, too. */
const queues = new Map<string, { queue: AnswerQueue<WaitingAnswer, Label>; words: Words }>()

function queueOf(user: string, queries: QueryClient, words: Words) {
  const known = queues.get(user)
  if (known) {
    known.words = words
    return known.queue
  }
  const queue = new AnswerQueue<WaitingAnswer, Label>({
    storage: localStorage,
    place: `packboard.answers.${user}`,
    reads: isAnswer,
    send: ({ body }) => sendOne(user, body, queues.get(user)?.words ?? words),
    changed: () => void queries.invalidateQueries({ queryKey: ['operator'] }),
  })
  queues.set(user, { queue, words })
  return queue
}

/** Sends one answer. What failed on the way, or because of the server or the session, is sent again later. */
async function sendOne(
  user: string,
  body: StopLabelBody,
  { nameOf, zone }: Words,
): Promise<Sent<Label>> {
  // The next person at the tablet must not send what this one has tapped.
  if (!navigator.onLine || answersNow() !== user) return 'later'
  try {
    const { labelId } = await sendLabel(body)
    return { done: { labelId } }
  } catch (error) {
    if (!(error instanceof CallFailed)) return 'later'
    const { status } = error
    if (status === 0 || status === 401 || status === 429 || status >= 500) return 'later'
    return { refused: await refusalOfLabel(error, body, nameOf, zone) }
  }
}

/** The answers of the person who uses this page: what waits, what was refused, and how to add one. */
export function useAnswers(clientId: number, reasons: Reasons, user: string) {
  const zone = useShownZone()
  const queries = useQueryClient()
  const { nameOf } = reasons
  const queue = useMemo(
    () => queueOf(user, queries, { nameOf, zone }),
    [user, queries, nameOf, zone],
  )
  const waiting = useSyncExternalStore(queue.subscribe, () => queue.waiting)
  const stored = useSyncExternalStore(queue.subscribe, () => queue.stored)
  const refused = useSyncExternalStore(queue.subscribe, () => queue.refused)
  const lost = useSyncExternalStore(watchContact, () => serverContact().lostAt !== null)
  useEffect(() => {
    const again = () => void queue.flush()
    const changed = ({ key }: StorageEvent) =>
      key?.startsWith('packboard.answers.') && queue.reload()
    again()
    window.addEventListener('online', again)
    window.addEventListener('storage', changed)
    return () => {
      window.removeEventListener('online', again)
      window.removeEventListener('storage', changed)
    }
  }, [queue])
  /** False when too many answers wait already. */
  const add = (machineId: string, change: LabelChange, word: string) => {
    const key = newKey()
    return queue.add({
      key,
      word,
      tappedAt: Date.now(),
      body: { clientId, machineId, key, change },
    })
  }
  /** Takes an answer back: one that waits is dropped, one that is stored gets a second one that takes it back. */
  const undo = (key: string) => {
    if (queue.drop(key)) return
    const done = queue.stored.find((answer) => answer.key === key)
    if (!done) return
    const { change: given } = done.body
    const { from, to } = given
    const untilRun = given.action === 'label' && given.untilRun === true
    const change = { action: 'takeBack' as const, from, to, untilRun, replaces: [done.labelId] }
    add(done.body.machineId, change, done.word)
  }
  return { waiting, stored, refused, lost, add, undo, forget: (key: string) => queue.forget(key) }
}

export type Answers = ReturnType<typeof useAnswers>
