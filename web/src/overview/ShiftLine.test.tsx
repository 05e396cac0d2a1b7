import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'
import { person } from '../../testing/wireAnswers.ts'

vi.mock('../shift/ShiftSentence.tsx', () => ({
  ShiftSentence: () => <p>208,000 of 291,000 due.</p>,
}))

afterEach(() => vi.unstubAllGlobals())

test('who lands on the overview reads there how the shift goes', async () => {
  serve()
  await openPage('/admin/dashboard', person({ role: 'user' }))
  const main = within(await screen.findByRole('main'))
  expect(await main.findByText('208,000 of 291,000 due.')).toBeTruthy()
})

test('who has a home page reads it there', async () => {
  serve()
  await openPage('/admin/dashboard', person({ role: 'clientAdmin' }))
  await screen.findByRole('article', { name: /^FW-101/ })
  expect(screen.queryByText('208,000 of 291,000 due.')).toBeNull()
})
