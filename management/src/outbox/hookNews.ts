import type { Db } from '../store.ts'

/** An event for the webhooks of a client. */
export type HookNews = {
  readonly clientId: number
  readonly event: string
  readonly key: string
  readonly about: string
  readonly body: object
}

/** One outbox row for each hook of the client that has this event. */
export async function addHookNews(_db: Db, _news: HookNews): Promise<void> {}
