import { AppError, type ClientScope } from '@packboard/model'
import { keyedSemaphore } from '../http/keyedSemaphore.ts'
import { limits } from '../http/limits.ts'
import { type Viewer, viewerKey } from './actor.ts'

/** Queries to the telemetry engine, a bounded number at one time per viewer, per client and in total (T64). */
export type QueryGate = {
  ask<Answer>(viewer: Viewer, scope: ClientScope, question: () => Promise<Answer>): Promise<Answer>
  /** How many are running. */
  readonly running: number
}

export function createQueryGate(): QueryGate {
  const gate = keyedSemaphore({
    waitMs: limits.questionWaitMs,
    full: () => new AppError('request.tooMany', { retryAfter: 2 }),
  })
  return {
    ask: (viewer, scope, question) =>
      gate.pass(
        [
          { key: viewerKey(viewer), atOnce: limits.questionsPerUser },
          { key: `client ${scope.clientId}`, atOnce: limits.questionsPerClient },
          { key: 'all', atOnce: limits.questionsAtOnce },
        ],
        question,
      ),
    get running() {
      return gate.inside('all')
    },
  }
}
