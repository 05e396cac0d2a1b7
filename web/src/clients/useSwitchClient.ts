import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type ChosenClient, chooseClient } from '../session/chosenClient.ts'

/** Changes to another client: the same page of it. A machine and what was filtered belong to the one before. */
export function useSwitchClient(): (other: ChosenClient) => void {
  const navigate = useNavigate()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  return (other) => {
    chooseClient(other)
    const ofMachine = pathname.startsWith('/admin/productionData/')
    if (ofMachine || pathname === '/admin/day-summary' || pathname === '/admin/compare') {
      void navigate({
        to: ofMachine ? '/admin/dashboard' : pathname,
        search: { client: other.id },
      })
    }
  }
}
