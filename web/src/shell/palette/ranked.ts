import { match, type Stretch, wordsOfQuery } from './match.ts'
import { type Entry, type EntryGroup, entryGroups } from './pageEntries.ts'

export type RankedEntry = { readonly entry: Entry; readonly stretches: readonly Stretch[] }
export type RankedGroup = { readonly group: EntryGroup; readonly entries: readonly RankedEntry[] }

/** Entries of one group that are shown; who looks for another one types more. Machines that fit are shown all. */
const mostOfGroup = 6
const mostMachines = { withoutQuery: 8, fitting: 100 } as const

/**
 * What the palette shows for a query. Without one: what was chosen lately, and the beginning of each group. With one: what
 * fits, the best group first; among equals what was chosen lately, then the shorter title.
 */
export function ranked(
  entries: readonly Entry[],
  query: string,
  recent: readonly string[],
): readonly RankedGroup[] {
  const words = wordsOfQuery(query)
  return words.length === 0 ? withoutQuery(entries, recent) : fitting(entries, words, recent)
}

function withoutQuery(entries: readonly Entry[], recent: readonly string[]): RankedGroup[] {
  const known = new Map(entries.map((entry) => [entry.id, entry]))
  const lately = recent.flatMap((id) => known.get(id) ?? [])
  return entryGroups.flatMap((group) => {
    const own =
      group === 'recent'
        ? lately
        : entries
            .filter((entry) => entry.group === group && !entry.isRare && !lately.includes(entry))
            .slice(0, group === 'machines' ? mostMachines.withoutQuery : mostOfGroup)
    if (own.length === 0) return []
    return [{ group, entries: own.map((entry) => ({ entry, stretches: [] })) }]
  })
}

function fitting(
  entries: readonly Entry[],
  words: readonly string[],
  recent: readonly string[],
): RankedGroup[] {
  const scored = entries.flatMap((entry) => {
    if (entry.isRare && words.length === 1) return []
    const found = match(words, entry.title, `${entry.detail ?? ''} ${entry.words ?? ''}`)
    return found ? [{ entry, ...found, place: placeIn(recent, entry.id) }] : []
  })
  scored.sort(
    (a, b) => b.score - a.score || a.place - b.place || a.entry.title.length - b.entry.title.length,
  )
  // The groups in the order of their best entry.
  const groups = new Map<EntryGroup, RankedEntry[]>()
  for (const { entry, stretches } of scored) {
    const own = groups.get(entry.group) ?? []
    groups.set(entry.group, own)
    const most = entry.group === 'machines' ? mostMachines.fitting : mostOfGroup
    if (own.length < most) own.push({ entry, stretches })
  }
  return [...groups].map(([group, own]) => ({ group, entries: own }))
}

function placeIn(recent: readonly string[], id: string): number {
  const place = recent.indexOf(id)
  return place < 0 ? recent.length : place
}
