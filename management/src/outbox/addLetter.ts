import { randomUUID } from 'node:crypto'
import { hashOfToken } from '../passwordLinks/passwordLinks.ts'
import { countOf } from '../queries.ts'
import { type Db, inside, type Management } from '../store.ts'
import { addRows, type OutboxRow, outboxLimits } from './outboxRows.ts'

/** A letter whose text is ready. */
export type Letter = {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The token of the link in it; a letter whose link does not open any more is not sent. */
  readonly token?: string | undefined
}

/** What a letter is, and whom it is for: for the log and for its row, never its text or address. */
export type AboutLetter = {
  readonly kind: string
  readonly userId: number | null
  /** When it is of no use any more. */
  readonly until?: Date | undefined
  readonly clientId?: number | null
}

/**
 * Adds a letter to the outbox, its text and address sealed by the key file. Undefined where so many letters wait already that it is given
 * up: letters of accounts and those of clients have this many each, so that no client keeps a person from a new password. Returns the
 * number of its row.
 */
export async function addLetter(
  management: Management,
  letter: Letter,
  about: AboutLetter,
  waitAtMost: number,
): Promise<string | undefined> {
  const store = inside(management)
  const now = store.now()
  const key = `letter:${about.kind}:${randomUUID()}`
  const givesUp = now + outboxLimits.givesUpMs
  const sealedContent = management.secrets.seal('letter', key, JSON.stringify(letter))
  return store.transaction(async (db) => {
    if (await isFull(db, about.clientId ?? null, waitAtMost)) return undefined
    const added = await addRows(db, [
      {
        ...{ key, kind: 'letter', channel: 'mail', event: about.kind, sealedContent, now },
        ...{ userId: about.userId, clientId: about.clientId ?? null },
        givesUpAt: new Date(Math.min(givesUp, about.until?.getTime() ?? givesUp)),
      },
    ])
    return added.get(key)
  })
}

async function isFull(db: Db, clientId: number | null, waitAtMost: number): Promise<boolean> {
  const waiting = db
    .selectFrom('outbox')
    .where('state', '=', 'waiting')
    .where('kind', '=', 'letter')
    .where('client_id', clientId === null ? 'is' : 'is not', null)
  if ((await countOf(waiting)) >= waitAtMost) return true
  if (clientId === null) return false
  const ofClient = waiting.where('client_id', '=', clientId)
  return (await countOf(ofClient)) >= outboxLimits.lettersOfClient
}

/** The letter of a row; null where it cannot be read, because its key is lost. */
export function openLetter(management: Management, row: OutboxRow): Letter | null {
  if (row.sealed_content === null) return null
  try {
    const text = management.secrets.open('letter', row.key, row.sealed_content)
    // This room sealed it.
    return text === null ? null : (JSON.parse(text) as Letter)
  } catch {
    return null
  }
}

/** Whether the link of a letter still opens something. */
export async function linkStillOpens(
  management: Management,
  kind: string,
  token: string,
): Promise<boolean> {
  const store = inside(management)
  const hash = hashOfToken(token)
  if (!hash) return false
  const now = new Date(store.now())
  return store.read(async (db) => {
    switch (kind) {
      case 'reset':
      case 'invitation': {
        const link = db
          .selectFrom('password_link')
          .select('kind')
          .where('token_hash', '=', hash)
          .where('used_at', 'is', null)
          .where('expires_at', '>', now)
        return (await link.executeTakeFirst()) !== undefined
      }
      case 'confirmEmail': {
        const change = db
          .selectFrom('email_change')
          .select('user_id')
          .where('token_hash', '=', hash)
          .where('expires_at', '>', now)
        return (await change.executeTakeFirst()) !== undefined
      }
      case 'registration': {
        const wanted = db
          .selectFrom('registration')
          .select('username')
          .where('token_hash', '=', hash)
          .where('expires_at', '>', now)
        return (await wanted.executeTakeFirst()) !== undefined
      }
      case 'alertAddress': {
        const address = db
          .selectFrom('alert_address')
          .select('id')
          .where('token_hash', '=', hash)
          .where('token_expires_at', '>', now)
          .where('removed_at', 'is', null)
        return (await address.executeTakeFirst()) !== undefined
      }
      default:
        return true
    }
  })
}
