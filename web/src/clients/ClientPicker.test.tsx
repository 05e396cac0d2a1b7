import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { serve } from '../../testing/openPage.tsx'
import { person } from '../../testing/wireAnswers.ts'
import { keepSession } from '../session/session.ts'
import { ClientPicker } from './ClientPicker.tsx'

afterEach(() => vi.unstubAllGlobals())

test.each(['clientAdmin', 'engineer', 'user'] as const)(
  'a %s reads Not Allowed, and no client is asked for',
  async (role) => {
    const requested = serve()
    keepSession(person({ role }))
    const router = createRouter({
      routeTree: createRootRoute({ component: ClientPicker }),
      history: createMemoryHistory({ initialEntries: ['/'] }),
    })
    render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </MantineProvider>,
    )
    expect(await screen.findByText('Not Allowed')).toBeTruthy()
    expect(screen.queryByText('Select Client:')).toBeNull()
    expect(requested.map(({ path }) => path)).not.toContain('/api/admin/client-names')
  },
)
