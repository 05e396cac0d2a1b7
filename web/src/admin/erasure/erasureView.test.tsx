import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../../testing/openPage.tsx'
import { person } from '../../../testing/wireAnswers.ts'

configure({ defaultHidden: true })
const userEvent = userEvents.setup({ pointerEventsCheck: 0, delay: null })
afterEach(() => vi.unstubAllGlobals())

const clientAdmin = person({ id: 2 })
const engineer = person({ id: 5, role: 'engineer' })
const row = {
  id: 1,
  pseudonym: 'erased-0123456789ab',
  erasedBy: 'clientadmin',
  erasedAt: '2026-11-20T06:00:00.000Z',
  doneAt: null,
}

test('a name is counted, confirmed and erased, and travels in no address', async () => {
  const bodies: [string, unknown][] = []
  let names: object[] = []
  serve((path, body, { method }) => {
    if (!path.startsWith('/api/admin/erased-names/1')) return undefined
    if (method === 'GET') return Response.json({ names })
    bodies.push([path, body])
    if (path.endsWith('/count')) return Response.json({ records: 1204 })
    names = [row]
    return Response.json({ message: 'Success!', pseudonym: row.pseudonym })
  })
  await openPage('/admin/panel?view=erasure', clientAdmin)
  await screen.findByText('No name was erased at this client.')
  expect(screen.queryByRole('button', { name: 'Erase...' })).toBeNull()

  const field = screen.getByLabelText('Operator’s Name')
  await userEvent.type(field, 'Anna Berg')
  await userEvent.click(screen.getByRole('button', { name: 'Count Records' }))
  await screen.findByText('1,204 records hold this name.')
  // Another name was not counted: it cannot be erased unseen.
  await userEvent.type(field, 'x')
  expect(screen.queryByRole('button', { name: 'Erase...' })).toBeNull()
  await userEvent.type(field, '{Backspace}')

  await userEvent.click(screen.getByRole('button', { name: 'Erase...' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Anna Berg').tagName).toBe('B')
  expect(bodies).toHaveLength(1)
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
  await screen.findByText('Under way')
  expect(screen.getByText('erased-0123456789ab')).toBeDefined()
  const body = { name: 'Anna Berg' }
  expect(bodies).toEqual([
    ['/api/admin/erased-names/1/count', body],
    ['/api/admin/erased-names/1/erase', body],
  ])
  await waitFor(() => expect(field).toHaveProperty('value', ''))
})

test('names of operators have three settings; each says what it means, and is saved at once', async () => {
  let setting: unknown = 'notSet'
  const sent: unknown[] = []
  serve((path, body, { method }) => {
    if (path === '/api/admin/erased-names/1') return Response.json({ names: [] })
    if (path !== '/api/admin/operator-rows/1') return undefined
    if (method !== 'PUT') return Response.json({ setting })
    sent.push(body)
    setting = body.setting
    return Response.json({ message: 'Success!' })
  })
  await openPage('/admin/panel?view=erasure', clientAdmin)
  const choice = within(await screen.findByRole('group', { name: 'Figures by Operator' }))
  // Before one is chosen, all three say what they do.
  expect(await screen.findByText(/and intervals; Compare has no rows/)).toBeDefined()
  expect(screen.getByText(/Compare has a row for each operator/)).toBeDefined()
  expect(screen.getByText(/Users, walls and tablets read no names/)).toBeDefined()
  const chosen = () => document.querySelector('[data-chosen] dt')?.textContent
  expect(chosen()).toBe('Not set')
  await userEvent.click(choice.getByRole('button', { name: 'Forbidden' }))
  await waitFor(() => expect(chosen()).toBe('Forbidden'))
  await waitFor(() => expect(sent).toEqual([{ setting: 'forbidden' }]))
})

test('an engineer does not find it', async () => {
  serve()
  await openPage('/admin/panel?view=erasure', engineer)
  await screen.findByRole('heading', { name: 'Management Panel' })
  expect(screen.queryByText('Personal Data')).toBeNull()
  expect(screen.queryByLabelText('Operator’s Name')).toBeNull()
})
