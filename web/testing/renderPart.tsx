import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { theme } from '../src/theme/Colours.tsx'

/** A part of a page alone, for rules that need no page around them. */
export function renderPart(part: ReactElement) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const around = (inner: ReactElement) => (
    <MantineProvider theme={theme} forceColorScheme="dark" env="test">
      <QueryClientProvider client={queries}>{inner}</QueryClientProvider>
    </MantineProvider>
  )
  const { rerender, ...page } = render(around(part))
  return { ...page, rerender: (inner: ReactElement) => rerender(around(inner)) }
}
