import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'
import { wireShiftPage } from '../../testing/shiftAnswers.ts'
import { person } from '../../testing/wireAnswers.ts'

afterEach(() => vi.unstubAllGlobals())

const open = (over: Record<string, unknown> = {}) => {
  serve((path) =>
    path.startsWith('/api/admin/shift/') ? Response.json(wireShiftPage(over)) : undefined,
  )
  return openPage('/admin/index', person())
}

test('each hour of the shift says its gap and opens its time on the timeline', async () => {
  await open()
  const band = await screen.findByRole('list', { name: 'Made against target, by hour' })
  const hours = within(band).getAllByRole('link')
  expect(hours).toHaveLength(12)
  const worst = hours.find((hour) => hour.getAttribute('aria-label')?.includes('−'))
  expect(worst?.getAttribute('href')).toMatch(/^\/admin\/timeline\?from=2026-11-21/)
})

test('a good shift has no list of stops', async () => {
  const good = { sentence: { rule: 'onTarget', terms: { packs: 465_000 } } }
  await open({ ...good, also: [{ rule: 'nothingToDo', terms: {} }], stories: [], different: null })
  expect(await screen.findByText('Nothing to do.')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'What cost most' })).toBeNull()
})

test('what is different is left out where it may not be compared', async () => {
  await open({ different: null })
  await screen.findByRole('heading', { name: 'What cost most' })
  expect(screen.queryByRole('heading', { name: 'What is different' })).toBeNull()
})
