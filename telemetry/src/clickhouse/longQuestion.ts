import { AsyncLocalStorage } from 'node:async_hooks'

const long = new AsyncLocalStorage<true>()

/**
 * What is queried inside of this work belongs to a long question: in the engine it has one thread, and pauses while short
 * questions run (D83). Carried by the asynchronous context, because a question is many queries, deep in other files.
 */
export function asLongQuestion<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  return long.run(true, work)
}

export const isLongQuestion = (): boolean => long.getStore() === true
