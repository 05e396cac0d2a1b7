import { availableParallelism } from 'node:os'
import { AppError, type ClientScope, type Period } from '@packboard/model'
import { asQuestion } from '@packboard/telemetry/read'
import { limits } from '../http/limits.ts'
import { type Viewer, viewerKey } from './actor.ts'
import { FairTurns, type QuestionSize } from './fairTurns.ts'

/** What a question asks about, as far as its weight depends on it. */
type Extent = { readonly period: Period; readonly machines: readonly unknown[] }

/** Queries to the telemetry engine: a bounded number at one time, shared fairly between clients (T64, D83). */
export type QueryGate = {
  /** `extent` decides what the question weighs; without one it is short. */
  ask<Answer>(
    viewer: Viewer,
    scope: ClientScope,
    question: () => Promise<Answer>,
    extent?: Extent,
  ): Promise<Answer>
  /** What a page that shows the present asks again and again: it has turns of its own and never waits for figures. */
  askLive<Answer>(
    viewer: Viewer,
    scope: ClientScope,
    question: () => Promise<Answer>,
  ): Promise<Answer>
  /** How many are running, and how many wait. */
  readonly running: number
  readonly waiting: number
}

const dayMs = 86_400_000

/**
 * A question is long when its window is longer than 31 days, or when machines × days are more than 1,550 (50 machines, 31
 * days). A short one takes one turn, a long one two, and one more for each 3,660 machine-days, at most four.
 */
export function questionSize({ period, machines }: Extent): QuestionSize {
  const days = Math.max(0, period.to.getTime() - period.from.getTime()) / dayMs
  const machineDays = days * machines.length
  const long = days > limits.shortDays || machineDays > limits.shortMachineDays
  if (!long) return { long, turns: 1 }
  const turns = 2 + Math.floor(machineDays / limits.machineDaysPerTurn)
  return { long, turns: Math.min(turns, limits.turnsPerQuestion) }
}

/** `cores` are those of the machine: more long questions at one time would only be slower, and everybody beside them. */
export function createQueryGate(cores = availableParallelism()): QueryGate {
  const { longPerCore, longLeast, ...turns } = limits.questions
  const long = Math.min(turns.long, Math.max(longLeast, longPerCore * cores))
  const refusal = (full: 'own' | 'all') =>
    new AppError(full === 'own' ? 'request.tooMany' : 'store.busy', { retryAfter: 2 })
  const figures = new FairTurns({ ...turns, long }, refusal)
  const live = new FairTurns(limits.liveQuestions, refusal)
  const short = { long: false, turns: 1 }
  const whose = (viewer: Viewer, scope: ClientScope) => ({
    viewer: viewerKey(viewer),
    client: `client ${scope.clientId}`,
  })
  return {
    ask(viewer, scope, question, extent) {
      const size = extent ? questionSize(extent) : short
      return figures.pass({ ...whose(viewer, scope), ...size }, () => asQuestion(size, question))
    },
    askLive: (viewer, scope, question) =>
      live.pass({ ...whose(viewer, scope), ...short }, () => asQuestion(short, question)),
    get running() {
      return figures.running + live.running
    },
    get waiting() {
      return figures.waiting + live.waiting
    },
  }
}
