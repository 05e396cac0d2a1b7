import {
  localStorageColorSchemeManager,
  type MantineColorScheme,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'

/** The scheme of this browser's screens: as chosen, or `auto`, as the device says. */
export type ColourScheme = MantineColorScheme

/** Every scheme in the order in which it is offered. */
export const colourSchemes: readonly ColourScheme[] = ['dark', 'light', 'auto']

/** What is shown until a person chooses (specification §2: the look is dark). */
export const firstScheme = 'dark'

/** The choice is kept in this browser; `public/colourScheme.js` reads the same key before the first paint. */
export const schemeStore = localStorageColorSchemeManager({ key: 'packboard.colourScheme' })

/** The scheme that is shown now. What is drawn on a canvas is drawn again when it changes. */
export const useShownScheme = () => useComputedColorScheme(firstScheme)

/** The choice and the way to change it. */
export function useColourScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return { chosen: colorScheme, choose: setColorScheme }
}

/** The wall hangs in a hall and stays dark. */
export const alwaysDark = (pathname: string) => pathname === '/wall' || pathname === '/admin/wall'
