import '@fontsource-variable/inter/opsz.css'
import './theme/controlStyles.ts'
import './theme/global.css'
import './theme/controls.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { worthAnotherTry } from './api/call.ts'
import { chooseClient } from './clients/chosenClient.ts'
import { makeRouter } from './router.tsx'
import { currentSession, watchSession } from './session/session.ts'
import { theme } from './theme/theme.ts'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 1 && worthAnotherTry(error),
      refetchOnWindowFocus: false,
    },
  },
})
const router = makeRouter()

// Whoever signs in or out, in this tab or in another one, changes what may be seen: nothing of before stays.
let person = currentSession()?.accessToken
watchSession(() => {
  const now = currentSession()?.accessToken
  if (now === person) return
  person = now
  queries.clear()
  chooseClient(null)
  void router.invalidate()
})

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider theme={theme} forceColorScheme="dark">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
