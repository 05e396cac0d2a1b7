import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type ChosenClient, chooseClient, readClientSearch } from '../session/chosenClient.ts'

/** Changes to another client: the same page of it. A machine and what was filtered belong to the one before. */
export function useSwitchClient(): (other: ChosenClient) => void {
  const navigate = useNavigate()
  const { pathname, client } = useRouterState({
    select: ({ location: { pathname, search } }) => ({ pathname, ...readClientSearch(search) }),
    structuralSharing: true,
  })
  return useCallback(
    (other: ChosenClient) => {
      chooseClient(other)
      const search = { client: other.id }
      if (pathname.startsWith('/admin/productionData/')) {
        void navigate({ to: '/admin/dashboard', search })
      } else if (isFiltered(pathname)) {
        void navigate({ to: pathname, search })
      } else if (client !== undefined) {
        // The page may be drawn anew before it writes its client into the address, and would then choose the one that it reads there.
        void navigate({ to: '.', search: (before: object) => ({ ...before, ...search }) })
      }
    },
    [navigate, pathname, client],
  )
}

/** Pages whose filter names what belongs to one client. */
const filtered = ['/admin/day-summary', '/admin/compare', '/admin/stops'] as const
const isFiltered = (pathname: string): pathname is (typeof filtered)[number] =>
  filtered.some((page) => page === pathname)
