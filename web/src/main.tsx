import '@fontsource-variable/inter/opsz.css'
import './theme/colours.css'
import './theme/global.css'
import './theme/controlStyles.ts'
import './theme/controls.css'
import './shell/print/print.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { worthAnotherTry } from './api/call.ts'
import { preferredLanguage, setLanguage } from './i18n/language.ts'
import { makeRouter } from './router.tsx'
import { forgetWithTheSession } from './session/kept.ts'
import { installShellWorker, ownBuild } from './shell/NewVersion.tsx'
import { Colours } from './theme/Colours.tsx'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 1 && worthAnotherTry(error),
      refetchOnWindowFocus: false,
    },
  },
})
const router = makeRouter()

forgetWithTheSession(queries, router)
if (ownBuild() !== null) installShellWorker()

/** A language that cannot be loaded is no reason to show nothing: English comes with the page. */
async function show() {
  await setLanguage(preferredLanguage()).catch(() => {})
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no place for the screens')
  createRoot(root).render(
    <StrictMode>
      <Colours router={router}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Colours>
    </StrictMode>,
  )
}

void show()
