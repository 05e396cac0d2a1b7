import { refusedField } from '@packboard/model'
import type { Db } from '../store.ts'

/**
 * Letters that look like Latin ones in the typefaces of screens, by their Latin look-alike: the part of the table of
 * Unicode (UTS 39, confusables) that people type, in lower case. NFKC has already made ASCII of full-width letters.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'аαɑ',
  b: 'ьЬ',
  c: 'сϲⅽ',
  d: 'ԁ',
  e: 'еєҽ',
  f: 'ϝ',
  g: 'ɡց',
  h: 'һհ',
  i: 'іιıɩ',
  j: 'јϳ',
  k: 'кκ',
  l: 'ӏ1|ǀ',
  n: 'пηո',
  o: 'оοσօ0',
  p: 'рρ',
  q: 'ԛզ',
  r: 'г',
  s: 'ѕꜱ',
  t: 'тτ',
  u: 'υսцʋ',
  v: 'ѵνⅴ',
  w: 'ѡωԝա',
  x: 'хχ',
  y: 'уγү',
  z: 'ζ',
  rn: 'mмm',
}

const latin = new Map(
  Object.entries(lookAlikes).flatMap(([to, from]) => [...from].map((each) => [each, to] as const)),
)

/** Two user names that look the same have the same skeleton. */
export function skeletonOf(username: string): string {
  const folded = username.normalize('NFKC').trim().toLowerCase().normalize('NFKC')
  return [...folded].map((each) => latin.get(each) ?? each).join('')
}

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

const refused = (message: string) => refusedField('username', message)

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
