import { createRootRoute, Outlet, redirect } from '@tanstack/react-router'
import type { TextPart } from './i18n/language.ts'
import { currentSession, leftByIntent } from './session/session.ts'
import { wantedPage } from './session/wantedPage.ts'
import { Background } from './shell/Background.tsx'
import { NewVersion } from './shell/NewVersion.tsx'
import { RouteFailed } from './shell/RouteFailed.tsx'

/** What all pages stand in. */
export const root = createRootRoute({
  component: () => (
    <>
      <Background />
      <Outlet />
      <NewVersion />
    </>
  ),
  notFoundComponent: () => null,
  errorComponent: RouteFailed,
})

/** Without a session the page that was wanted is remembered, to be opened after the sign-in. */
export const signInFirst = ({ location: { href } }: { location: { href: string } }) => {
  if (currentSession()) return
  const wanted = leftByIntent() ? null : wantedPage(href)
  throw redirect({ to: '/auth/login', replace: true, ...(wanted && { state: { wanted } }) })
}

/** What a shift is shown with, and how it is handed over. */
export const handOverTexts: TextPart[] = [
  'machines',
  'further',
  'stopBook',
  'shift',
  'shiftPage',
  'shiftProgress',
]
