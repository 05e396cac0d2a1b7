import { useSearch } from '@tanstack/react-router'
import { useNarrow } from '../ui/useNarrow.ts'
import { type Arrangement, type Grouping, readGrouping } from './arrangement.ts'

/** What the cards are grouped by: as the address says, else as the person chose last, else by line; on a phone not at all. */
export function useGrouping({ grouping }: Arrangement): Grouping {
  const { group }: { group?: string } = useSearch({ strict: false })
  const narrow = useNarrow()
  return readGrouping(group) ?? grouping ?? (narrow ? 'none' : 'line')
}
