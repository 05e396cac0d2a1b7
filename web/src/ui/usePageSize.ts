import { useKept } from '../session/kept.ts'
import { pageSizes } from './Pager.tsx'

/** Rows of a page as this person likes them, in every table; the first size until somebody chooses another. */
export function usePageSize(): readonly [number, (size: number) => void] {
  const [chosen, choose] = useKept('pageSize')
  const size = pageSizes.find((each) => String(each) === chosen) ?? pageSizes[0]
  return [size, (next) => choose(String(next))]
}
