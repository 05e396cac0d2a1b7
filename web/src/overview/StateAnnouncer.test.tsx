import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'
import { person, wireAnswer } from '../../testing/wireAnswers.ts'
import { setLanguage } from '../i18n/language.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T14:32:12Z'), shouldAdvanceTime: true })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('another language changes the words of the cards and is no change of state', async () => {
  serve((path) => (path === '/api/admin/machinesData' ? Response.json(wireAnswer()) : undefined))
  await openPage('/admin/dashboard', person())
  await pass(50)
  const card = screen.getByRole('article', { name: 'FW-101, Execute' })
  await act(() => setLanguage('de'))
  await pass(1_100)
  expect(card.getAttribute('aria-label')).toBe('FW-101, Produktion (Execute)')
  expect(card.textContent).toContain('seit 2h 32m')
  expect(card.textContent).toContain('Leerlaufzeit')
  const polite = document.querySelectorAll('[aria-live="polite"]')
  expect([...polite].map(({ textContent }) => textContent)).toEqual([''])
})
