import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import beforePaint from '../../public/colourScheme.js?raw'
import { ColourSchemeMenu } from '../preferences/ChoiceMenu.tsx'
import { Colours } from './Colours.tsx'
import { paint } from './paint.ts'

const shown = () => document.documentElement.dataset.mantineColorScheme

/** The device prefers light or dark colours, and says so when that changes. */
let deviceIsDark = false
let tellDevice: ((event: { matches: boolean }) => void)[] = []
beforeEach(() => {
  deviceIsDark = false
  tellDevice = []
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({
    ...window.matchMedia.prototype,
    media,
    get matches() {
      return media.includes('dark') && deviceIsDark
    },
    onchange: null,
    addEventListener: (_: string, listener: unknown) =>
      void tellDevice.push(listener as (typeof tellDevice)[number]),
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  }))
})
afterEach(() => {
  localStorage.removeItem('packboard.colourScheme')
  delete document.documentElement.dataset.mantineColorScheme
  document.head.querySelector('style[data-colours]')?.remove()
  vi.restoreAllMocks()
})

/** A page with the menu, at an address. */
function open(path = '/admin/dashboard') {
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  return render(
    <Colours router={router}>
      <ColourSchemeMenu />
    </Colours>,
  )
}

/** Reads the page's script as the browser does, before the screens are loaded. */
const readBeforePaint = () =>
  new Function('localStorage', 'location', 'matchMedia', 'document', beforePaint)

test('until a person chooses, the colours are dark; a choice is shown at once and kept in this browser', async () => {
  open()
  expect(shown()).toBe('dark')
  await userEvent.click(screen.getByRole('button', { name: 'Colours: Dark' }))
  await userEvent.click(screen.getByRole('button', { name: 'Light' }))
  expect(shown()).toBe('light')
  expect(localStorage.getItem('packboard.colourScheme')).toBe('light')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Colours: Light' }))
})

test('"As the device" follows it, also when it changes', async () => {
  localStorage.setItem('packboard.colourScheme', 'auto')
  open()
  expect(shown()).toBe('light')
  deviceIsDark = true
  act(() => {
    for (const tell of tellDevice) tell({ matches: true })
  })
  expect(shown()).toBe('dark')
})

test.each(['/wall', '/admin/wall'])('the wall at %s stays dark', (path) => {
  localStorage.setItem('packboard.colourScheme', 'light')
  open(path)
  expect(shown()).toBe('dark')
})

test.each([
  [null, '/admin/dashboard', false],
  ['light', '/admin/dashboard', false],
  ['light', '/wall', false],
  ['light', '/admin/wall', false],
  ['auto', '/auth/login', true],
  ['auto', '/auth/login', false],
  ['dark', '/admin/panel', false],
])(
  'the script before the first paint decides as the screens: %s at %s',
  (chosen, pathname, dark) => {
    deviceIsDark = dark
    if (chosen !== null) localStorage.setItem('packboard.colourScheme', chosen)
    readBeforePaint()(localStorage, { pathname }, window.matchMedia, document)
    const first = shown()
    open(pathname)
    expect(first).toBe(shown())
    expect(first).toMatch(/^(dark|light)$/)
  },
)

test('what is drawn on a canvas has the colour of the scheme that is shown', () => {
  const style = document.createElement('style')
  style.dataset.colours = ''
  style.textContent = `:root { --test-colour: #111111 } :root[data-mantine-color-scheme='light'] { --test-colour: #eeeeee }`
  document.head.append(style)
  document.documentElement.dataset.mantineColorScheme = 'dark'
  expect(paint('var(--test-colour)')).toBe('#111111')
  document.documentElement.dataset.mantineColorScheme = 'light'
  expect(paint('var(--test-colour)')).toBe('#eeeeee')
  expect(paint('#123456')).toBe('#123456')
})
