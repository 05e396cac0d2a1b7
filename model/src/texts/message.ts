/**
 * The part of ICU MessageFormat that the catalogue uses: `{name}`, `{count, plural, =0 {…} one {# row} other {# rows}}` and
 * `<zone>…</zone>`. A reader for the rest of the standard was a tenth of the sign-in page; `message.test.ts` compares every
 * text with it.
 */

type Part =
  | string
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'number' }
  | { readonly kind: 'tag'; readonly name: string; readonly inside: Message }
  | {
      readonly kind: 'plural'
      readonly name: string
      readonly cases: ReadonlyMap<string, Message>
    }

/** A text that was read. */
export type Message = readonly Part[]

export type MessageValues<Node> = Readonly<Record<string, PlaceValue | TagValue<Node>>>

/** Words, and what a mark-up made of some of them. */
type Piece<Node> = string | Node

const piece = /\{\s*(\w+)\s*(?:(\})|,\s*plural\s*,)|\{|<(\w+)>|<\/\w+>|#|\}/g
const caseHead = /\s*(?:(=?\w+)\s*\{|\})/y

/** Reads a text of the catalogue. What is beyond the part of the standard that is in use throws. */
export function readMessage(text: string): Message {
  let at = 0

  function readUntil(end: string, isInPlural: boolean): Message {
    const parts: Part[] = []
    const add = (words: string) => {
      if (words !== '') parts.push(words)
    }
    while (true) {
      piece.lastIndex = at
      const found = piece.exec(text)
      const next = found?.index ?? text.length
      add(text.slice(at, next))
      at = next + (found?.[0].length ?? 0)
      if (found === null || found[0] === end) {
        if ((found?.[0] ?? '') !== end) throw new Error(`"${text}" ends before ${end}`)
        return parts
      }
      const [whole, name = '', isClosed, tag] = found
      if (tag !== undefined) {
        parts.push({ kind: 'tag', name: tag, inside: readUntil(`</${tag}>`, isInPlural) })
      } else if (whole === '#') {
        parts.push(isInPlural ? { kind: 'number' } : whole)
      } else if (name === '') {
        throw new Error(`"${text}" has ${whole} without its beginning`)
      } else {
        parts.push(
          isClosed ? { kind: 'value', name } : { kind: 'plural', name, cases: readCases() },
        )
      }
    }
  }

  function readCases(): ReadonlyMap<string, Message> {
    const cases = new Map<string, Message>()
    while (true) {
      caseHead.lastIndex = at
      const found = caseHead.exec(text)
      if (found === null) throw new Error(`"${text}" has a plural that cannot be read`)
      at = caseHead.lastIndex
      const [, name] = found
      if (name === undefined) return cases
      cases.set(name, readUntil('}', true))
    }
  }

  return readUntil('', false)
}

const numbers = new Map<string, Intl.NumberFormat>()
const plurals = new Map<string, Intl.PluralRules>()

/** Making one costs a hundred times more than using it. */
function made<Made>(known: Map<string, Made>, locale: string, make: () => Made): Made {
  const before = known.get(locale)
  if (before !== undefined) return before
  const fresh = make()
  known.set(locale, fresh)
  return fresh
}

/** A text with its values filled in: one string, or its pieces where mark-up is among them. */
export function fillMessage<Node>(
  message: Message,
  locale: string,
  values: MessageValues<Node>,
): Piece<Node> | Piece<Node>[] {
  const pieces = piecesOf(message, locale, values)
  return pieces.length > 1 ? pieces : (pieces[0] ?? '')
}

function piecesOf<Node>(
  message: Message,
  locale: string,
  values: MessageValues<Node>,
  counted = 0,
): Piece<Node>[] {
  const pieces: Piece<Node>[] = []
  const add = (value: Piece<Node>) => {
    const last = pieces.at(-1)
    if (typeof value === 'string' && typeof last === 'string') {
      pieces[pieces.length - 1] = last + value
    } else pieces.push(value)
  }
  for (const part of message) {
    if (typeof part === 'string') add(part)
    else if (part.kind === 'number') {
      add(made(numbers, locale, () => new Intl.NumberFormat(locale)).format(counted))
    } else {
      const value = values[part.name]
      if (value === undefined) throw new Error(`there is no value for ${part.name}`)
      if (part.kind === 'value') add(String(value))
      else if (part.kind === 'plural') {
        const count = Number(value)
        const rules = made(plurals, locale, () => new Intl.PluralRules(locale))
        const { cases } = part
        const chosen =
          cases.get(`=${count}`) ?? cases.get(rules.select(count)) ?? cases.get('other')
        for (const each of piecesOf(chosen ?? [], locale, values, count)) add(each)
      } else if (typeof value === 'function') {
        const inside = value(piecesOf(part.inside, locale, values, counted))
        for (const each of Array.isArray(inside) ? inside : [inside]) add(each)
      }
    }
  }
  return pieces
}

/**
 * What has to be filled into a text, read from its English words: `{count}` a value, `<zone>…</zone>` a mark-up. A text
 * with a forgotten or misspelt value does not compile.
 */

/** Up to the next comma or brace: `count` of `count, plural, …`. */
type NameOf<Rest extends string> = Rest extends `${infer Name}}${string}`
  ? Name extends `${infer Before},${string}`
    ? Before
    : Name
  : never

/**
 * Each brace, opening or closing, changes between words and a place to fill: the branches of a plural are words again.
 */
type PlacesOf<
  Text extends string,
  Where extends 'words' | 'place' = 'words',
> = Text extends `${infer Head}{${infer Tail}`
  ? Head extends `${string}}${string}`
    ? Text extends `${string}}${infer Rest}`
      ? PlacesOf<Rest, Other<Where>>
      : never
    : Where extends 'words'
      ? NameOf<Tail> | PlacesOf<Tail, 'place'>
      : PlacesOf<Tail, 'words'>
  : never

type Other<Where> = Where extends 'words' ? 'place' : 'words'

type TagsOf<Text extends string> = Text extends `${string}</${infer Name}>${infer Rest}`
  ? Name | TagsOf<Rest>
  : never

export type PlaceValue = string | number
export type TagValue<Node> = (inner: Node | Piece<Node>[]) => Node | Piece<Node>[]

type Filled<Text extends string, Node> = { readonly [Name in PlacesOf<Text>]: PlaceValue } & {
  readonly [Name in TagsOf<Text>]: TagValue<Node>
}

/** Nothing for a plain text, else exactly its values. */
export type ValuesOf<Text extends string, Node> = [PlacesOf<Text> | TagsOf<Text>] extends [never]
  ? []
  : [values: Filled<Text, Node>]

/** A text with mark-up is drawn; every other one is a string. */
export type Said<Text extends string, Node> = [TagsOf<Text>] extends [never] ? string : Node

/** The same texts in another language: one that is missing or too many does not compile. */
export type Translation<English> = { readonly [Key in keyof English]: string }

/** Returns a text of a subject, with its values filled in: `say('rows', { count: 3 })`. */
export type SayTexts<English, Node> = <Key extends keyof English & string>(
  key: Key,
  ...values: ValuesOf<English[Key] & string, Node>
) => Said<English[Key] & string, Node>
