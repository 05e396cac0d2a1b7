import { changing, demandVersion, type Editor } from '../change/changing.ts'
import { forgetOldSessions } from '../sessions/sessions.ts'
import { atEntrance, type Db, type Management } from '../store.ts'

/** What an administrator sets of the sign-ins of this installation. */
export type SignInSettings = {
  /** Shown before the sign-in; empty: none. */
  readonly notice: string
  /** A session without use ends after so many minutes, where its own time is longer; null: its own time. */
  readonly idleMinutes: number | null
}

/** Version 0: nobody has set anything yet. */
type StoredSettings = SignInSettings & { readonly version: number }

const unset: StoredSettings = { notice: '', idleMinutes: null, version: 0 }

export function signInSettings(management: Management): Promise<StoredSettings> {
  return atEntrance(management).readShared('sign-in settings', readSettings)
}

async function readSettings(db: Db): Promise<StoredSettings> {
  const row = await db
    .selectFrom('sign_in_setting')
    .select(['notice', 'idle_minutes as idleMinutes', 'version'])
    .executeTakeFirst()
  return row ?? unset
}

/** Sets them; open sessions end by the new time without use, too. Returns the number of this change. */
export async function changeSignInSettings(
  management: Management,
  editor: Editor,
  {
    version: seen,
    notice,
    idleMinutes,
  }: SignInSettings & { readonly version?: number | undefined },
): Promise<number> {
  // What is over by the time of before stays over when a longer one is set.
  await forgetOldSessions(management)
  return changing(management, editor, async ({ db, audit }) => {
    // Of two people who both saw none, the second waits for the first.
    await db.selectFrom('directory_version').select('version').forUpdate().execute()
    const { version: current, ...before } = await readSettings(db)
    demandVersion({ version: current }, seen)
    if (before.notice === notice && before.idleMinutes === idleMinutes) return current
    const row = { notice, idle_minutes: idleMinutes }
    const { version } = await db
      .insertInto('sign_in_setting')
      .values(row)
      .onConflict((known) => known.column('only_row').doUpdateSet(row))
      .returning('version')
      .executeTakeFirstOrThrow()
    await audit('update', 'signIn', {
      id: null,
      clientId: null,
      before,
      after: { notice, idleMinutes },
    })
    return version
  })
}
