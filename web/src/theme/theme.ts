import { createTheme, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core'

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
})
