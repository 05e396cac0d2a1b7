import { MantineProvider } from '@mantine/core'
import { type AnyRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { useMedia } from '../ui/useNarrow.ts'
import { firstScheme, isWall, schemeStore, useShownScheme } from './colourScheme.ts'
import { paint } from './paint.ts'
import { theme } from './theme.ts'
import { useWallColours } from './wallColours.ts'

/** Gives its children the controls in the colours of the chosen scheme; a wall has those of its link, or is dark. */
export function Colours({ router, children }: { router: AnyRouter; children: ReactNode }) {
  const path = useRouterState({ router, select: ({ location }) => location.pathname })
  const ofLink = useWallColours()
  const deviceIsDark = useMedia('(prefers-color-scheme: dark)')
  const ofWall = path !== '/wall' ? 'dark' : ofLink === 'auto' ? bySet(deviceIsDark) : ofLink
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={schemeStore}
      defaultColorScheme={firstScheme}
      {...(isWall(path) && { forceColorScheme: ofWall })}
    >
      <ShownScheme />
      {children}
    </MantineProvider>
  )
}

const bySet = (isDark: boolean) => (isDark ? 'dark' : 'light')

function ShownScheme() {
  const scheme = useShownScheme()
  // Before anything is drawn; the provider sets it after that.
  useLayoutEffect(() => {
    document.documentElement.dataset.mantineColorScheme = scheme
  }, [scheme])
  return <PhoneBar key={scheme} />
}

/** A phone shows a bar of its own above the page, in the colour of the page. */
function PhoneBar() {
  useEffect(() => {
    const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
    if (bar) bar.content = paint('var(--page)')
  }, [])
  return null
}
