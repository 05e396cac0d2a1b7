import type { ReactNode } from 'react'

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
export type TagValue = (inner: ReactNode) => ReactNode

type Filled<Text extends string> = { readonly [Name in PlacesOf<Text>]: PlaceValue } & {
  readonly [Name in TagsOf<Text>]: TagValue
}

/** Nothing for a plain text, else exactly its values. */
export type ValuesOf<Text extends string> = [PlacesOf<Text> | TagsOf<Text>] extends [never]
  ? []
  : [values: Filled<Text>]

/** A text with mark-up is drawn; every other one is a string. */
export type Said<Text extends string> = [TagsOf<Text>] extends [never] ? string : ReactNode
