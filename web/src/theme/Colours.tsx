import {
  createTheme,
  type MantineColorsTuple,
  MantineProvider,
  type MantineThemeOverride,
} from '@mantine/core'
import { type AnyRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { useMedia } from '../ui/useNarrow.ts'
import { firstScheme, isWall, schemeStore, useShownScheme, useWallColours } from './colourScheme.ts'
import { paint } from './paint.ts'

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

const dark: MantineColorsTuple = [
  '#F2F4F7',
  '#B6BFCA',
  '#8E98A6',
  '#687482',
  '#2C343E',
  '#232A33',
  '#1A1F26',
  '#13171C',
  '#0D1013',
  '#090B0E',
]

/** Pale for a dark page, then dark for a light one. */
const plain: MantineColorsTuple = [
  '#FFFFFF',
  '#FBFCFD',
  '#F8F9FB',
  '#F5F7F9',
  '#F2F4F7',
  '#E8EBEF',
  '#3E4853',
  '#262E36',
  '#000000',
  '#12161B',
]

const gray: MantineColorsTuple = [
  '#FFFFFF',
  '#F5F7F9',
  '#F3F5F8',
  '#E3E7EC',
  '#CBD2DA',
  '#8B96A2',
  '#75818E',
  '#57626E',
  '#3E4853',
  '#12161B',
]

/** The design tokens in Mantine's form: chrome without hue, because hue is kept for machine states and data. */
export const theme: MantineThemeOverride = createTheme({
  colors: { dark, gray, plain },
  primaryColor: 'plain',
  primaryShade: { dark: 4, light: 9 },
  autoContrast: true,
  black: '#0B0D10',
  fontFamily: "'Inter Variable', Inter, system-ui, 'Segoe UI', Roboto, sans-serif",
  // 12, 13, 14, 16 and 18 px as long as the reader has not set another size of text.
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  defaultRadius: 8,
  focusRing: 'auto',
  components: {
    // What a field means stands below it, behind what is wrong with it.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] },
    },
  },
})
