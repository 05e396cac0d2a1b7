import type { ComponentType } from 'react'

/** The groups of the palette, in the order in which they stand when nothing was typed. */
export const entryGroups = [
  'recent',
  'views',
  'machines',
  'goTo',
  'parts',
  'periods',
  'products',
  'clients',
  'do',
] as const
export type EntryGroup = (typeof entryGroups)[number]

/** One thing that the palette can open or do. */
export type Entry = {
  /** The same on every visit: what was chosen lately is known by it. */
  readonly id: string
  readonly group: Exclude<EntryGroup, 'recent'>
  readonly title: string
  readonly detail?: string
  /** What else finds it, without being shown. */
  readonly words?: string
  /** The language of the title, where it is another one than the page's. */
  readonly lang?: string
  /** The keys that do the same. */
  readonly keys?: readonly string[]
  readonly Icon: ComponentType<{ size?: number; stroke?: number }>
  /** There are many of its kind: found by two words and more. */
  readonly isRare?: boolean
} & (
  | { readonly address: () => string; readonly newTab?: boolean }
  | { readonly act: () => void; readonly isFinal?: boolean }
)
