// @slow

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage, serve, type Wire } from '../../../testing/openPage.tsx'
import { admin, person, wireMachines } from '../../../testing/wireAnswers.ts'
import { currentLanguage, setLanguage } from '../../i18n/language.ts'

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await setLanguage('en')
})

const threeMachines = (path: string) => {
  if (path.startsWith('/api/admin/client_machines/')) {
    return Response.json(wireMachines('FW-101', 'FW-102', 'FW-201'))
  }
  if (path.includes('/PROD/product')) {
    return Response.json({ data: ['Choc Bar 45 g', 'Nougat, "large" & 100'] })
  }
  return undefined
}

async function openPaletteAt(address: string, session = person(), wire: Wire = threeMachines) {
  serve(wire)
  const page = await openPage(address, session)
  const user = userEvent.setup()
  await screen.findByRole('button', { name: 'Search and commands' })
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: 'Search and commands' })
  await waitFor(() => expect(screen.getByRole('listbox').getAttribute('aria-busy')).toBe('false'))
  const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
  const href = () => page.router.state.location.href
  return { page, user, field, options, href }
}

/** The option that the field points to: what a screen reader reads. */
const active = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')

test('a machine is found by a few letters, chosen by arrows and opened by Enter', async () => {
  const { user, field, options, href } = await openPaletteAt('/admin/index')
  expect(document.activeElement).toBe(field)
  await user.type(field, 'fw-1')
  // With what it does at this moment, where that is known.
  await waitFor(() =>
    expect(options()).toEqual([
      'FW-101Execute · Line 1 · Flow Wrapper FW-3',
      'FW-102Line 1 · Flow Wrapper FW-3',
    ]),
  )
  expect(active(field)?.textContent).toContain('FW-101')
  expect(active(field)?.getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{ArrowDown}')
  expect(active(field)?.textContent).toContain('FW-102')
  await user.keyboard('{ArrowDown}')
  expect(active(field)?.textContent).toContain('FW-101')
  await user.keyboard('{ArrowUp}{Enter}')
  await waitFor(() => expect(href()).toMatch(/^\/admin\/productionData\/1\/FW-102(\?|$)/))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a machine and a period are its page over that period', async () => {
  const { user, field, options, href } = await openPaletteAt('/admin/index')
  await user.type(field, 'fw-101 last 24 h')
  expect(options()).toEqual(['FW-101 · Last 24 hours'])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(href()).toContain('/admin/productionData/1/FW-101?preset=last24h'))
})

test('a period alone is that of the open page, of which the rest stays', async () => {
  const { user, field, href } = await openPaletteAt(
    '/admin/compare?from=2026-11-20&to=2026-11-21&by=shift',
  )
  await user.type(field, 'yesterday')
  expect(active(field)?.textContent).toBe('YesterdayCompare')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(href()).toMatch(/preset=yesterday/))
  expect(href()).toMatch(/by=shift/)
  expect(href()).not.toMatch(/from=/)
})

test('on a page without a period it is that of the timeline', async () => {
  const { user, field, href } = await openPaletteAt('/admin/dashboard')
  await user.type(field, 'yesterday')
  expect(active(field)?.textContent).toBe('YesterdayTimeline')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(href()).toBe('/admin/timeline?preset=yesterday'))
})

test('a shift by its name is the newest one of that name', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T14:32:12Z'), shouldAdvanceTime: true })
  const shifts = [6, 7].flatMap((weekday) => [
    { weekday, start: '06:00', name: 'Early' },
    { weekday, start: '14:00', name: 'Late' },
  ])
  const { user, field, options } = await openPaletteAt('/admin/dashboard', person(), (path) =>
    path.startsWith('/api/admin/client-times/')
      ? Response.json({ timezone: 'UTC', shifts, version: 1 })
      : threeMachines(path),
  )
  await user.type(field, 'late shift')
  await waitFor(() => expect(options()).toContain('Shift Late21-11-2026'))
})

const causes = {
  causes: [
    { group: 'Seal', cause: 'Seal bar temperature', seconds: 900, count: 4, lostPacks: null },
    { group: '', cause: 'Suspended', seconds: 800, count: 9, lostPacks: null },
  ].map((row) => ({ kind: 'cause', reason: null, ...row })),
}

test('the text of an alarm leads to the stops of it; a state is no alarm', async () => {
  const requested = serve((path) =>
    path.startsWith('/api/admin/stop-causes') ? Response.json(causes) : threeMachines(path),
  )
  await openPage('/admin/dashboard', person())
  const user = userEvent.setup()
  await screen.findByRole('button', { name: 'Search and commands' })
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: 'Search and commands' })
  // Many texts: they are requested when something is looked for.
  const causesRequested = () =>
    requested.filter(({ path }) => path.startsWith('/api/admin/stop-causes'))
  expect(causesRequested()).toEqual([])
  await user.type(field, 'seal')
  const option = await waitFor(() => screen.getByRole('option'))
  expect(causesRequested()).toHaveLength(1)
  expect(option.textContent).toBe('Seal bar temperatureSeal · Last 7 Days')
  const opened = vi.fn()
  vi.stubGlobal('open', opened)
  fireEvent.click(option, { ctrlKey: true })
  const { pathname, searchParams } = new URL(String(opened.mock.lastCall?.[0]), 'http://page')
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    '/admin/stops',
    { preset: 'last7d', of: 'cause', part: 'Seal bar temperature', group: 'Seal' },
  ])
})

test.each([
  ['stops', 'Stops'],
  ['longest stop', 'Longest stops · Last 24 hours'],
  ['longest stop yesterday', 'Longest stops · Yesterday'],
  ['excel', 'Stops'],
  ['shift', 'Shift'],
  ['operator', 'Operator'],
])('"%s" finds %s', async (typed, title) => {
  const { user, field, options } = await openPaletteAt('/admin/dashboard')
  await user.type(field, typed)
  expect(options().some((option) => option?.startsWith(title))).toBe(true)
})

test('the menus of the open page that export are found by the kind of file', async () => {
  serve(threeMachines)
  await openPage('/admin/productionData/1/FW-101', person())
  const user = userEvent.setup()
  await screen.findByRole('button', { name: 'Export Packs per minute' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Search and commands' }), 'xlsx')
  const option = await screen.findByRole('option', { name: /^Export Packs per minute/ })
  await user.click(option)
  expect(await screen.findByRole('menuitem', { name: 'XLSX' })).toBeTruthy()
})

test('a product opens its days, also with a name of odd characters', async () => {
  const { page, user, field } = await openPaletteAt('/admin/index')
  await user.type(field, 'nougat')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(page.pathname()).toBe('/admin/day-summary'))
  expect(page.router.state.location.search).toMatchObject({
    product: 'Nougat, "large" & 100',
    preset: 'last30d',
  })
})

test('staff change the client without leaving the page', async () => {
  const { page, user, field } = await openPaletteAt('/admin/dashboard?client=1', admin)
  await screen.findByText('Northfield Confectionery', { selector: 'header *' })
  await user.type(field, 'nova')
  await user.keyboard('{Enter}')

  await screen.findByRole('button', { name: 'Change client: Nova Snacks' })
  expect(page.pathname()).toBe('/admin/dashboard')
})

test('staff without a client find clients and the panel, no page of a client', async () => {
  const { options } = await openPaletteAt('/admin/index', admin)
  const all = options().join('\n')
  expect(all).toContain('Nova Snacks')
  expect(all).toContain('Management Panel')
  expect(all).not.toContain('Overview')
})

test.each([
  ['admin', admin, ['Backups', 'Machines', 'Users', 'Products and speeds', 'Audit Log']],
  ['clientAdmin', person(), ['Users', 'Products and speeds', 'Audit Log']],
  ['engineer', person({ role: 'engineer' }), ['Users', 'Products and speeds']],
  ['user', person({ role: 'user' }), []],
] as const)('%s finds these pages of the panel and no others', async (_role, session, found) => {
  const { user, field, options } = await openPaletteAt('/admin/timeline', session)
  for (const name of ['Backups', 'Machines', 'Users', 'Products and speeds', 'Audit Log']) {
    await user.clear(field)
    await user.type(field, name)
    const inPanel = options().includes(`${name}Management Panel`)
    expect([name, inPanel]).toEqual([name, (found as readonly string[]).includes(name)])
  }
})

test('a standard client has neither the Per Day Summary nor its products, and their call is not made', async () => {
  serve(threeMachines)
  const requested = serve(threeMachines)
  await openPage('/admin/timeline', person({ role: 'user', subscriptionLabel: 'standard' }))
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Search and commands' }))
  const field = await screen.findByRole('combobox', { name: 'Search and commands' })
  await user.type(field, 'choc')
  expect(screen.queryAllByRole('option')).toEqual([])
  await user.clear(field)
  await user.type(field, 'per day')
  expect(screen.queryAllByRole('option')).toEqual([])
  expect(requested.filter(({ path }) => path.includes('/PROD/product'))).toEqual([])
})

test('what was chosen comes first the next time, and is forgotten with the session', async () => {
  const { user, field, page } = await openPaletteAt('/admin/index')
  await user.type(field, 'timeline')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(page.pathname()).toBe('/admin/timeline'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('{Control>}k{/Control}')
  const recent = await screen.findByRole('group', { name: 'Chosen lately' })
  expect(
    within(recent)
      .getAllByRole('option')
      .map((each) => each.textContent),
  ).toEqual(['TimelineGT'])
  await user.type(screen.getByRole('combobox', { name: 'Search and commands' }), 'log off')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(page.pathname()).toBe('/auth/login'))
  expect(Object.keys(localStorage).filter((key) => key.startsWith('packboard.kept'))).toEqual([])
})

test('colours and language are changed, the language under its own name', async () => {
  const { user, field } = await openPaletteAt('/admin/index')
  await user.type(field, 'deut')
  expect(active(field)?.querySelector('[lang="de"]')?.textContent).toBe('Deutsch')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(currentLanguage().language).toBe('de'))
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: 'Suche und Befehle' })
  await user.keyboard('design')
  expect(screen.getByRole('option', { name: 'Farben: Hell' })).toBeTruthy()
})

test('nothing found is said, on the screen and aloud', async () => {
  const { user, field } = await openPaletteAt('/admin/index')
  await user.type(field, 'qqq')
  expect(screen.getByText(/^Nothing found\. Try/)).toBeTruthy()
  expect(field.getAttribute('aria-expanded')).toBe('false')
  expect(field.hasAttribute('aria-activedescendant')).toBe(false)
  await user.keyboard('{Enter}')
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('Ctrl Enter opens a new tab; Esc closes and gives the focus back', async () => {
  const opened = vi.fn()
  vi.stubGlobal('open', opened)
  const { user, field, page } = await openPaletteAt('/admin/index')
  await user.type(field, 'compare')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(opened).toHaveBeenCalledWith('/admin/compare', '_blank', 'noopener')
  expect(page.pathname()).toBe('/admin/index')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const button = screen.getByRole('button', { name: 'Search and commands' })
  await user.click(button)
  await screen.findByRole('combobox', { name: 'Search and commands' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('over another window that is open the key does nothing', async () => {
  serve(threeMachines)
  await openPage('/admin/index', person())
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Help' }))
  await screen.findByRole('dialog', { name: 'Help' })
  await user.keyboard('{Control>}k{/Control}')
  expect(screen.queryByRole('combobox', { name: 'Search and commands' })).toBeNull()
})

test('a part of the open page is reached by its title and has the focus', async () => {
  const { user, field } = await openPaletteAt('/admin/productionData/1/FW-101')
  await user.type(field, 'stop causes')
  expect(active(field)?.textContent).toBe('Stop Causes')
  await user.keyboard('{Enter}')
  const region = screen.getByRole('region', { name: 'Stop Causes', hidden: true })
  await waitFor(() => expect(document.activeElement).toBe(region))
})

test('packs per product of a month are two selections away', async () => {
  const { user, field, options, href } = await openPaletteAt('/admin/dashboard')
  await user.type(field, 'packs per product last month')
  await waitFor(() => expect(options()[0]).toBe('Packs per product · Last Month'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(href()).toMatch(/^\/admin\/compare\?/))
  const { searchParams } = new URL(href(), 'http://page')
  expect(Object.fromEntries(searchParams)).toEqual({
    ...{ by: 'product', sort: '-packs', preset: 'lastMonth' },
  })
})

test('a client without premium is offered no packs per product', async () => {
  const { user, field, options } = await openPaletteAt(
    '/admin/dashboard',
    person({ subscriptionLabel: 'standard' as const }),
  )
  await user.type(field, 'packs per product')
  await waitFor(() => expect(options().join()).not.toContain('Packs per product'))
})
