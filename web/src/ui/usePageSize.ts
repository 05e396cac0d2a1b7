import { useKept } from '../session/kept.ts'

/** The page length that this user prefers, in every table; the first size until another is chosen. */
export function usePageSize(): readonly [number, (size: number) => void] {
  const [chosen, choose] = useKept('pageSize')
  const size = pageSizes.find((each) => String(each) === chosen) ?? pageSizes[0]
  return [size, (next) => choose(String(next))]
}

/** Rows of a page that every table offers; the first is the default (specification §9). */
export const pageSizes = [10, 20, 50, 100] as const
