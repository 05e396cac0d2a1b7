// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { rolePermissions } from '../../../testing/rolePermissions.ts'
import { isForUs, listenForShortcuts, shortcutsOf, togetherMs } from './shortcuts.ts'

const hear = (keys: readonly [key: string, at: number][]) => {
  const listen = listenForShortcuts(() => shortcutsOf(rolePermissions('admin').permissions, null))
  return keys.map(([key, at]) => listen(key, at)?.does ?? null)
}

test('two keys one after the other lead to a page', () => {
  expect(
    hear([
      ['g', 0],
      ['o', 300],
    ]),
  ).toEqual([null, 'overview'])
  expect(
    hear([
      ['g', 0],
      ['g', 100],
      ['p', 200],
    ]),
  ).toEqual([null, null, 'panel'])
})

test('the second key counts only soon after the first, and alone means nothing', () => {
  expect(
    hear([
      ['g', 0],
      ['o', togetherMs + 1],
    ]),
  ).toEqual([null, null])
  expect(hear([['o', 0]])).toEqual([null])
})

test('another key in between forgets the first, and a shortcut of one key still counts', () => {
  expect(
    hear([
      ['g', 0],
      ['?', 100],
      ['h', 200],
    ]),
  ).toEqual([null, 'help', null])
})

test('nobody is led to a page that is not for them', () => {
  const does = (role: 'user' | 'clientAdmin', subscription: string) =>
    shortcutsOf(rolePermissions(role).permissions, subscription).map((one) => one.does)
  const pages = ['home', 'overview', 'shift', 'timeline', 'stops', 'compare']
  expect(does('user', 'standard')).toEqual([...pages, 'wall', 'operator', 'find', 'help'])
  expect(does('clientAdmin', 'premium')).toEqual([
    ...pages,
    ...['daySummary', 'wall', 'operator', 'panel', 'find', 'help'],
  ])
})

/** Presses a key on an element and says whether it is meant for the shortcuts. */
function pressed(element: HTMLElement, init: KeyboardEventInit = {}) {
  document.body.append(element)
  let meant: boolean | undefined
  const hearIt = (event: KeyboardEvent) => {
    meant = isForUs(event)
  }
  document.addEventListener('keydown', hearIt)
  element.dispatchEvent(new KeyboardEvent('keydown', { key: 'g', bubbles: true, ...init }))
  document.removeEventListener('keydown', hearIt)
  element.remove()
  return meant
}

test('whoever types means letters', () => {
  expect(pressed(document.createElement('button'))).toBe(true)
  expect(pressed(document.createElement('input'))).toBe(false)
  expect(pressed(document.createElement('textarea'))).toBe(false)
  expect(pressed(document.createElement('select'))).toBe(false)
})

test('Ctrl, Alt and Meta belong to the browser, and a key that is held down counts once', () => {
  for (const held of ['ctrlKey', 'altKey', 'metaKey', 'repeat'] as const) {
    expect(pressed(document.createElement('button'), { [held]: true })).toBe(false)
  }
})

test('an open dialog has the keys', () => {
  const dialog = document.createElement('div')
  dialog.setAttribute('aria-modal', 'true')
  document.body.append(dialog)
  expect(pressed(document.createElement('button'))).toBe(false)
  dialog.remove()
  expect(pressed(document.createElement('button'))).toBe(true)
})
