import { AppError } from '@packboard/model'
import type { Db } from '../store.ts'
import { skeletonOf } from './skeleton.ts'

/** Scripts whose letters may stand in one name; names in Japanese, Chinese and Korean mix some (UTS 39). */
const scripts = [
  ['Latin'],
  ['Greek'],
  ['Cyrillic'],
  ['Armenian'],
  ['Georgian'],
  ['Hebrew'],
  ['Arabic'],
  ['Ethiopic'],
  ['Devanagari'],
  ['Bengali'],
  ['Gurmukhi'],
  ['Gujarati'],
  ['Oriya'],
  ['Tamil'],
  ['Telugu'],
  ['Kannada'],
  ['Malayalam'],
  ['Sinhala'],
  ['Thai'],
  ['Lao'],
  ['Khmer'],
  ['Myanmar'],
  ['Tibetan'],
  ['Mongolian'],
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Bopomofo'],
  ['Han', 'Hangul'],
].map((names) => {
  const letters = [...names, 'Common', 'Inherited'].map((name) => `\\p{Script=${name}}`).join('')
  return new RegExp(`^(?:[${letters}]|\\P{L})*$`, 'u')
})

/** Control, format, private and unassigned characters, line breaks, and every blank but the plain one. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u

/**
 * The user name of a new account as it is stored: nothing in it is invisible, and its letters are of one script, so
 * that people can distinguish it from others. Names of existing accounts are not read again.
 */
export function readUserName(typed: string): string {
  const username = typed.normalize('NFKC').trim()
  if (unseen.test(username)) throw refused('A user name has no invisible characters.')
  if (!scripts.some((script) => script.test(username))) {
    throw refused('The letters of a user name are of one alphabet.')
  }
  return username
}

const refused = (message: string) =>
  new AppError('request.invalid', { message, fields: [{ field: 'username', message }] })

/** The account that has this user name, or one that looks like it; deleted accounts have none. */
export async function holderOfName(db: Db, username: string): Promise<string | undefined> {
  const wanted = skeletonOf(username)
  const rows = await db
    .selectFrom('user_account')
    .select('username')
    .where('deleted_at', 'is', null)
    .execute()
  return rows.find((row) => skeletonOf(row.username) === wanted)?.username
}
