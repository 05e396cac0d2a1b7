import { MantineProvider } from '@mantine/core'
import { type AnyRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { alwaysDark, firstScheme, schemeStore, useShownScheme } from './colourScheme.ts'
import { paint } from './paint.ts'
import { theme } from './theme.ts'

/** Gives its children the controls in the colours of the chosen scheme; the wall is dark whatever was chosen. */
export function Colours({ router, children }: { router: AnyRouter; children: ReactNode }) {
  const dark = useRouterState({ router, select: ({ location }) => alwaysDark(location.pathname) })
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={schemeStore}
      defaultColorScheme={firstScheme}
      {...(dark && { forceColorScheme: 'dark' as const })}
    >
      <ShownScheme />
      {children}
    </MantineProvider>
  )
}

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
