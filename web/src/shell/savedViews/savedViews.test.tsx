import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../../testing/openPage.tsx'
import { admin, person } from '../../../testing/wireAnswers.ts'

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => vi.unstubAllGlobals())

const own = {
  ...{ id: 1, name: 'Night shifts', address: '/admin/compare?preset=last7d&by=shift' },
  ...{ isShared: false, isOwn: true, owner: 'clientadmin' },
}
const ofOther = {
  ...{ id: 2, name: 'Line 1 today', address: '/admin/timeline?preset=today', isShared: true },
  ...{ isOwn: false, owner: 'engineer' },
}

async function openViews(address: string, { session = person(), mayShare = true } = {}) {
  const requested = serve((path, _body, { method }) => {
    if (!path.startsWith('/api/admin/views/1')) return undefined
    if (method === 'GET') return Response.json({ views: [ofOther, own], mayShare })
    return Response.json({ message: 'Success!', ...(method === 'POST' && { id: 3 }) })
  })
  const page = await openPage(address, session)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Saved views' }))
  const dialog = await screen.findByRole('dialog', { name: 'Saved Views' })
  await within(dialog).findByRole('link', { name: 'Night shifts' })
  return { page, user, dialog: within(dialog), requested }
}

test('the open page is saved with its filters and period, for all where the role may', async () => {
  const { user, dialog, requested } = await openViews('/admin/compare?preset=last7d&by=line')
  await user.type(dialog.getByLabelText('Save this page as'), '  Lines of the week ')
  await user.click(dialog.getByLabelText('Everybody who sees this client finds it'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved: Lines of the week')
  expect(requested.filter(({ body }) => 'address' in body)).toEqual([
    {
      path: '/api/admin/views/1',
      body: {
        name: 'Lines of the week',
        address: '/admin/compare?preset=last7d&by=line',
        isShared: true,
      },
    },
  ])
})

test('who may not share is not offered it, and deletes own views alone', async () => {
  const { dialog } = await openViews('/admin/timeline', {
    session: person({ role: 'user' }),
    mayShare: false,
  })
  expect(dialog.queryByRole('checkbox')).toBeNull()
  expect(dialog.getByText('shared by engineer')).toBeTruthy()
  expect(dialog.getAllByRole('button', { name: /^Delete/ }).map((each) => each.title)).toEqual([
    'Delete Night shifts',
  ])
})

test('a view is opened from the list and from the palette; for staff with its client', async () => {
  const { page, user, dialog } = await openViews('/admin/dashboard?client=1', { session: admin })
  await user.click(dialog.getByRole('link', { name: 'Night shifts' }))
  await waitFor(() => expect(page.pathname()).toBe('/admin/compare'))
  expect(page.router.state.location.search).toMatchObject({
    preset: 'last7d',
    by: 'shift',
    client: 1,
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('{Control>}k{/Control}')
  await user.type(
    await screen.findByRole('combobox', { name: 'Search and commands' }),
    'line 1 today',
  )
  await user.click(await screen.findByRole('option', { name: /^Line 1 today/ }))
  await waitFor(() => expect(page.pathname()).toBe('/admin/timeline'))
})

test('a link is copied that moves on, or that says exactly this period', async () => {
  const { user, dialog } = await openViews('/admin/compare?preset=last24h')
  await user.click(dialog.getByRole('button', { name: 'Last 24 hours' }))
  await screen.findByText('The link is on the clipboard.')
  expect(await navigator.clipboard.readText()).toBe(
    `${window.location.origin}/admin/compare?preset=last24h`,
  )
  await user.click(dialog.getByRole('button', { name: 'Exactly this period' }))
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toMatch(/\?from=\d{4}-\d\d-\d\d&to=.*&zone=/),
  )
})

test('a view is deleted by its button', async () => {
  const { user, dialog, requested } = await openViews('/admin/timeline')
  await user.click(dialog.getByRole('button', { name: 'Delete Line 1 today' }))
  await screen.findByText('Deleted: Line 1 today')
  expect(requested.map(({ path }) => path)).toContain('/api/admin/views/1?id=2')
})
