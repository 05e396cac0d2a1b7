import { AppError } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import type { SessionWay } from '../schema.ts'
import { atEntrance, type Management } from '../store.ts'
import { hashOfSession, isOpenAt } from './sessions.ts'

/** An open session as its person sees it. */
export type OwnSession = {
  readonly id: number
  readonly way: SessionWay
  /** The `User-Agent`, as it was sent. */
  readonly browser: string
  readonly address: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
}

/** The open sessions of a person, the last used first. */
export function sessionsOfUser(management: Management, userId: number): Promise<OwnSession[]> {
  const store = atEntrance(management)
  return store.read((db) =>
    db
      .selectFrom('session')
      .select([
        'id',
        'way',
        'browser',
        'address',
        'created_at as createdAt',
        'last_seen_at as lastSeenAt',
      ])
      .where('user_id', '=', userId)
      .where(isOpenAt(new Date(store.now())))
      .orderBy('last_seen_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  )
}

/** Ends one session of the person; `session.notFound` where it is none of its own. */
export function endOwnSession(
  management: Management,
  editor: Editor & { readonly clientId: number | null },
  id: number,
): Promise<void> {
  return changing(management, editor, async ({ db, audit }) => {
    const ended = await db
      .deleteFrom('session')
      .where('id', '=', id)
      .where('user_id', '=', editor.userId)
      .executeTakeFirst()
    if (ended.numDeletedRows === 0n) throw new AppError('session.notFound')
    await audit('signOut', 'session', {
      id: editor.userId,
      clientId: editor.clientId,
      after: { ended: 1 },
    })
  })
}

/** Ends every session of the person but the one of this token; answers how many they were. */
export function endOtherSessions(
  management: Management,
  editor: Editor & { readonly clientId: number | null },
  token: string,
): Promise<number> {
  return changing(management, editor, async ({ db, audit }) => {
    const { numDeletedRows } = await db
      .deleteFrom('session')
      .where('user_id', '=', editor.userId)
      .where('token_hash', '!=', hashOfSession(token))
      .executeTakeFirst()
    const ended = Number(numDeletedRows)
    await audit('signOut', 'session', {
      id: editor.userId,
      clientId: editor.clientId,
      after: { ended },
    })
    return ended
  })
}
