import { MantineProvider } from '@mantine/core'
import { type AnyRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
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
      <BarColour />
      {children}
    </MantineProvider>
  )
}

/** A phone paints its own bar above the page in the colour of the page. */
function BarColour() {
  const scheme = useShownScheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colour is read when it is set, and changes with the scheme.
  useEffect(() => {
    const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
    if (bar) bar.content = paint('var(--page)')
  }, [scheme])
  return null
}
