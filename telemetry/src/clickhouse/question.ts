import { AsyncLocalStorage } from 'node:async_hooks'

/** What every query made inside of a question knows of it. */
type Question = {
  /** In the engine it has one thread, and pauses while short questions run (D83). */
  readonly long: boolean
  /** Aborted when the question has its answer or failed: none of its queries is of use any more. */
  readonly ended: AbortSignal
  /** See `leavingOutBefore`; ms since 1970. */
  readonly leavesOutBefore?: number
}

const current = new AsyncLocalStorage<Question>()

/**
 * What is queried inside of this work belongs to one question. When one of its queries fails, the others are stopped in the
 * engine: they would go on without the turn that they had. Carried by the asynchronous context, because a question is many
 * queries, deep in other files.
 */
export async function asQuestion<Answer>(
  { long }: Pick<Question, 'long'>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const ended = new AbortController()
  try {
    return await current.run({ long, ended: ended.signal }, work)
  } finally {
    ended.abort()
  }
}

/**
 * What is queried inside of this work about windows that begin at this instant or later is as `leavesOutBefore` of a window says, for each of
 * its queries: it does not wait until records that came very late are in the ledger. A window that begins earlier waits as ever.
 */
export function leavingOutBefore<Answer>(
  instant: Date,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const question = current.getStore() ?? { long: false, ended: new AbortController().signal }
  return current.run({ ...question, leavesOutBefore: instant.getTime() }, work)
}

export const currentQuestion = (): Question | undefined => current.getStore()
