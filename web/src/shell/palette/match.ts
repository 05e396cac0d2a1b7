/** A stretch of a text, from its first letter to behind its last one. */
export type Stretch = readonly [from: number, to: number]

/** How well a text fits what was typed, and where. */
export type Match = {
  /** 0 to `exact`; the more the better. */
  readonly score: number
  /** What fits in the title, in its order, without overlaps. */
  readonly stretches: readonly Stretch[]
}

/**
 * What one word of the query is worth where it is found: as the beginning of the title, of another word, inside of a word, or as
 * letters in this order (`mp` finds Management Panel). Outside of the title it is worth `besides` of that.
 */
const worth = { start: 8, word: 6, inside: 3, letters: 2 } as const
const besides = 0.3
const wholeStart = 1
const exact = 10

/** Each letter small and without its accent; as many characters as before, so that places stay places. */
export const fold = (text: string): string => text.replace(/[^ -~]/g, withoutAccent).toLowerCase()

function withoutAccent(character: string): string {
  const plain = character.normalize('NFD').replace(/\p{M}/gu, '')
  return plain.length === 1 ? plain : character
}

export const wordsOfQuery = (query: string) => fold(query).split(/\s+/).filter(Boolean)

const isLetter = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character)

const isDigit = (character: string | undefined) => character !== undefined && /\d/.test(character)

const beginsWord = (text: string, at: number) => isLetter(text[at]) && !isLetter(text[at - 1])

type Found = { readonly worth: number; readonly stretches: readonly Stretch[] }

/** The best place of a word in a folded text; null when it is not there. */
function find(text: string, word: string): Found | null {
  let inside = -1
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0) return { worth: worth.start, stretches: [[0, word.length]] }
    if (beginsWord(text, at)) return { worth: worth.word, stretches: [[at, at + word.length]] }
    if (inside < 0) inside = at
  }
  if (inside >= 0) return { worth: worth.inside, stretches: [[inside, inside + word.length]] }
  return findLetters(text, word)
}

/** More letters than that are no abbreviation. */
const mostLetters = 8

/**
 * One letter after the other: the first at the beginning of a word, each further one at one, or right behind the one before.
 * Digits stay together: `102` is not the 10 of one number and the 2 of another.
 */
function findLetters(text: string, word: string): Found | null {
  if (word.length < 2 || word.length > mostLetters) return null
  const from = (index: number, after: number): number[] | null => {
    const letter = word[index]
    if (letter === undefined) return []
    const splitsNumber = index > 0 && isDigit(letter) && isDigit(word[index - 1])
    for (let at = after; at < text.length; at++) {
      if (text[at] !== letter) continue
      const isNext = index > 0 && at === after
      if (!isNext && (!beginsWord(text, at) || splitsNumber)) continue
      const rest = from(index + 1, at + 1)
      if (rest) return [at, ...rest]
    }
    return null
  }
  const places = from(0, 0)
  return places && { worth: worth.letters, stretches: places.map((at) => [at, at + 1] as const) }
}

/**
 * How well a title, and what else is said of it, fits the words of a query; null unless each word is found. Titles that
 * begin with the query come before those of which a word does, these before those that hold it elsewhere.
 */
export function match(words: readonly string[], title: string, more = ''): Match | null {
  const folded = fold(title)
  const rest = fold(more)
  let sum = 0
  const stretches: Stretch[] = []
  for (const word of words) {
    const inTitle = find(folded, word)
    const found = inTitle ?? find(rest, word)
    if (!found) return null
    if (inTitle) stretches.push(...inTitle.stretches)
    sum += inTitle ? found.worth : found.worth * besides
  }
  const query = words.join(' ')
  if (folded === query) return { score: exact, stretches: [[0, title.length]] }
  const score = words.length === 0 ? 0 : sum / words.length
  return {
    score: query !== '' && folded.startsWith(query) ? worth.start + wholeStart : score,
    stretches: joined(stretches),
  }
}

function joined(stretches: readonly Stretch[]): Stretch[] {
  const inOrder: Stretch[] = []
  for (const [from, to] of [...stretches].sort(([a], [b]) => a - b)) {
    const last = inOrder.at(-1)
    if (last && from <= last[1]) inOrder[inOrder.length - 1] = [last[0], Math.max(last[1], to)]
    else inOrder.push([from, to])
  }
  return inOrder
}
