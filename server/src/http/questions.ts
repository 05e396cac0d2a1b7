import { AppError, type ClientScope } from '@packboard/model'
import type { Actor } from '../access/actor.ts'
import { limits } from './limits.ts'
import { turnstile } from './turnstile.ts'

/** Questions to the telemetry engine, a bounded number at one time per person, per client and altogether (T64). */
export type Questions = {
  ask<Answer>(actor: Actor, scope: ClientScope, question: () => Promise<Answer>): Promise<Answer>
  /** How many are being answered. */
  readonly running: number
}

export function boundedQuestions(): Questions {
  const gate = turnstile({
    waitMs: limits.questionWaitMs,
    full: () => new AppError('request.tooMany', { retryAfter: 2 }),
  })
  return {
    ask: (actor, scope, question) =>
      gate.pass(
        [
          { key: `user ${actor.userId}`, atOnce: limits.questionsPerUser },
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
