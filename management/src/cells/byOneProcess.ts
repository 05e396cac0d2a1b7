import { sql } from 'kysely'
import { inside, type Management } from '../store.ts'

/** The first half of the keys of these locks: "once" as a number. */
const lockSpace = 0x6f_6e_63_65

/** What is done for the whole installation, by whichever process comes first. */
const tasks = { 'send invitations again': 1 } as const

/** Does a piece of work unless another process of the installation is at it. */
export async function byOneProcess(
  management: Management,
  task: keyof typeof tasks,
  work: () => Promise<void>,
): Promise<void> {
  await inside(management)
    .db.connection()
    .execute(async (connection) => {
      const { rows } = await sql<{ mine: boolean }>`
        select pg_try_advisory_lock(${lockSpace}, ${tasks[task]}) as mine
      `.execute(connection)
      if (!rows[0]?.mine) return
      try {
        await work()
      } finally {
        await sql`select pg_advisory_unlock(${lockSpace}, ${tasks[task]})`.execute(connection)
      }
    })
}
