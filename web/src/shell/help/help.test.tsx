import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../../testing/openPage.tsx'
import { renderPart } from '../../../testing/renderPart.tsx'
import { person } from '../../../testing/wireAnswers.ts'
import { en } from '../../i18n/locales/en/en.ts'
import { tourIsSeen } from './Help.tsx'
import { InfoTip } from './InfoTip.tsx'
import { Tour } from './Tour.tsx'

beforeEach(() => {
  localStorage.setItem('packboard.tour', 'seen')
})

test('a label says what its figure means, by keyboard, and is silent again after Esc', async () => {
  renderPart(<InfoTip figure="oeee" />)
  const user = userEvent.setup()
  const button = screen.getByRole('button', { name: 'What is OEEE?' })
  expect(screen.getByRole('status').textContent).toBe('')
  await user.tab()
  await user.keyboard('{Enter}')
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('status').textContent).toBe(en.figures['oeee.text'])
  await user.keyboard('{Escape}')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(screen.getByRole('status').textContent).toBe('')
})

test('g and then d leads to the days, but not out of a field', async () => {
  serve()
  const page = await openPage('/admin/panel', person())
  const user = userEvent.setup()
  const search = await screen.findByRole('searchbox')
  await user.click(search)
  await user.keyboard('gd')
  expect(page.pathname()).toBe('/admin/panel')
  search.blur()
  await user.keyboard('gd')
  await waitFor(() => expect(page.pathname()).toBe('/admin/day-summary'))
})

test('? opens the help; switched off, single keys do nothing any more, and the button still opens it', async () => {
  serve()
  const page = await openPage('/admin/index', person())
  const user = userEvent.setup()
  await screen.findByRole('button', { name: 'Help' })
  await user.keyboard('?')
  const help = await screen.findByRole('dialog', { name: 'Help' })
  expect(within(help).getByText(en.figures['oeee.text'])).toBeTruthy()
  expect(await within(help).findByText(/^Packboard 0\.1\.0 · Running since/)).toBeTruthy()
  const documentation = within(help).getByRole('link', { name: 'Documentation' })
  expect(documentation.getAttribute('href')).toBe('/docs/')
  // It stands above everything else: the sheet is long.
  const keys = within(help).getByRole('heading', { name: en.help.shortcuts })
  expect(documentation.compareDocumentPosition(keys)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await user.click(within(help).getByRole('checkbox', { name: 'Single keys are shortcuts' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('?go')
  expect(page.pathname()).toBe('/admin/index')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Help' }))
  await screen.findByRole('dialog', { name: 'Help' })
})

const demo = (path: string) =>
  path === '/api/provider'
    ? Response.json({ name: 'Packboard', links: [], demo: true, signUp: false, outbox: false })
    : undefined

test('the tour has four steps, forward and back, and then ends', async () => {
  const end = vi.fn()
  renderPart(<Tour end={end} />)
  const next = () => fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(screen.getByRole('dialog', { name: 'Every card is a machine' })).toBeTruthy()
  next()
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.getByText('1 of 4')).toBeTruthy()
  for (const step of [2, 3, 4]) {
    next()
    expect(screen.getByText(`${step} of 4`)).toBeTruthy()
  }
  expect(end).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(end).toHaveBeenCalledTimes(1)
})

test('in the demo the tour comes by itself, and skipped it does not come again', async () => {
  localStorage.removeItem('packboard.tour')
  serve(demo)
  await openPage('/admin/dashboard', person())
  await screen.findByText('1 of 4')
  fireEvent.click(screen.getByText('Skip'))
  expect(screen.queryByText('1 of 4')).toBeNull()
  expect(tourIsSeen()).toBe(true)
})

const longerThanTheTourWaits = () => new Promise((done) => setTimeout(done, 700))

test('whoever has seen the tour is left alone', async () => {
  serve(demo)
  await openPage('/admin/dashboard', person())
  await screen.findByRole('article', { name: /^FW-101/ })
  await longerThanTheTourWaits()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('so is everybody outside of the demo', async () => {
  localStorage.removeItem('packboard.tour')
  serve()
  await openPage('/admin/dashboard', person())
  await screen.findByRole('article', { name: /^FW-101/ })
  await longerThanTheTourWaits()
  expect(screen.queryByRole('dialog')).toBeNull()
})
