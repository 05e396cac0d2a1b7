// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { admin } from '../../testing/wireAnswers.ts'
import {
  currentSession,
  endedWithoutAWord,
  endSession,
  keepSession,
  watchSession,
} from './session.ts'

test('a saved session is there for all tabs, another one for its tab only', () => {
  keepSession(admin)
  expect(localStorage.length).toBe(1)
  keepSession(admin, false)
  expect(localStorage.length).toBe(0)
  expect(currentSession()).toEqual(admin)
  endSession()
  expect(currentSession()).toBeNull()
})

test('signing out in another tab is heard here', () => {
  keepSession(admin)
  const heard = vi.fn()
  const deaf = watchSession(heard)
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: 'packboard.session' }))
  expect(heard).toHaveBeenCalled()
  expect(currentSession()).toBeNull()
  deaf()
})

test('what somebody else wrote into the storage is nobody signed in', () => {
  localStorage.setItem('packboard.session', '{"accessToken":1}')
  expect(currentSession()).toBeNull()
  localStorage.setItem('packboard.session', 'not JSON')
  expect(currentSession()).toBeNull()
})

test('a session that an older version stored, without permissions, is nobody signed in', () => {
  const { permissions, ...older } = admin
  localStorage.setItem('packboard.session', JSON.stringify(older))
  expect(currentSession()).toBeNull()
  const { openPanel: _, ...fewer } = permissions
  localStorage.setItem('packboard.session', JSON.stringify({ ...older, permissions: fewer }))
  expect(currentSession()).toBeNull()
  localStorage.setItem('packboard.session', JSON.stringify({ ...older, permissions }))
  expect(currentSession()).toEqual(admin)
})

test('who signed out knows why; a session that the server refuses, or another tab ends, is told to have ended', () => {
  keepSession(admin)
  endSession()
  expect(endedWithoutAWord()).toBe(false)

  keepSession(admin)
  endSession(true)
  expect(endedWithoutAWord()).toBe(true)
  keepSession(admin)
  expect(endedWithoutAWord()).toBe(false)

  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: 'packboard.session' }))
  expect(endedWithoutAWord()).toBe(true)
})
