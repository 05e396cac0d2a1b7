import { act, configure, screen, waitFor, within } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve } from '../../../testing/openPage.tsx'
import { admin, person } from '../../../testing/wireAnswers.ts'
import { dropToast, shownToasts } from '../../ui/Toasts.tsx'

/** What was seen at the broker of the plant becomes a machine by one form. */

configure({ defaultHidden: true })
const userEvent = userEvents.setup({ pointerEventsCheck: 0, delay: null })
afterEach(() => {
  vi.unstubAllGlobals()
  act(() => {
    for (const { key } of shownToasts()) dropToast(key)
  })
})

const address = 'Plant 1/Edge 4/Labeller'
const seenAt = '2026-11-21T14:31:00.000Z'
const seen = (more: object = {}) => ({ address, seenAt, isOwn: true, ...more })

/** The Data Sources of client 1, with what was seen until it is added; the answer of adding. */
async function open({
  as = admin,
  found = [seen()],
  answer = () => Response.json({ message: 'Success!', id: 77 }),
}: {
  as?: typeof admin
  found?: object[]
  answer?: () => Response
} = {}) {
  let notAssigned = found
  const requested = serve((path, _body, { method }) => {
    if (path.startsWith('/api/admin/data-sources?')) {
      const since = '2026-11-20T15:00:00.000Z'
      return Response.json({ now: seenAt, since, unassigned: 0, notAssigned, sources: [] })
    }
    if (path !== '/api/admin/machine' || method !== 'POST') return undefined
    const given = answer()
    if (given.ok) notAssigned = []
    return given
  })
  await openPage('/admin/panel?view=sources&client=1', as)
  return requested
}

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Add Machine' }))
const field = async (label: string) =>
  (await dialog()).getByLabelText<HTMLInputElement>(label, { selector: 'input' })
async function choose(label: string, option: string) {
  await userEvent.click(await field(label))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
const openForm = async () =>
  userEvent.click(await screen.findByRole('button', { name: `Add machine: ${address}` }))
const save = async () => userEvent.click((await dialog()).getByRole('button', { name: 'Add' }))

test('an administrator of the client reads what was seen, and adds nothing', async () => {
  await open({ as: person({ id: 2 }) })
  const found = await screen.findByText(address)
  expect(found.closest('li')?.textContent).toContain('Last message')
  expect(screen.queryByRole('button', { name: /^Add machine/ })).toBeNull()
})

test('of an edge node that no machine names it is said that nobody knows whose it is', async () => {
  await open({ found: [seen(), seen({ address: 'Other/Edge', isOwn: false })] })
  const line = async (text: string) => (await screen.findByText(text)).closest('li')?.textContent
  expect(await line('Other/Edge')).toContain('it is not known whose it is')
  expect(await line(address)).not.toContain('it is not known whose it is')
})

test('the form knows client, serial number and address, and stores machine and connection by one call', async () => {
  const requested = await open()
  await openForm()
  await waitFor(async () => expect((await field('Client')).value).toBe('Northfield Confectionery'))
  expect((await field('Serial No')).value).toBe('Labeller')
  const place = await field('Group / edge node / device')
  expect([place.value, place.readOnly]).toEqual([address, true])

  // What is not known is left to the person, and nothing is sent without it.
  await choose('Machine Type', 'HFW-400')
  await save()
  expect((await dialog()).getAllByText('State dictionary is required').length).toBeGreaterThan(0)
  await choose('State dictionary', 'ISA-TR88')
  await save()
  expect(await screen.findByText('Success!')).toBeTruthy()
  expect(requested.filter(({ body }) => body.machineId === 'Labeller')).toEqual([
    {
      path: '/api/admin/machine',
      body: {
        ...{ clientId: 1, machineTypeId: 2, machineId: 'Labeller', lineName: '', targetPpm: null },
        connection: { door: 'sparkplug', address, dictionary: 'iso-tr88' },
      },
    },
  ])
  expect(screen.getByText('Labeller was added and waits for its first record.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(address)).toBeNull())
})

test('a refusal stays in the form; a name that is no serial number is left to the person', async () => {
  await open({
    found: [seen({ address: 'Plant 1/Edge 4/Linie 1 (alt)' })],
    answer: () => refusal(409, 'name.taken', 'There is already a machine at this address.'),
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Add machine: / }))
  const serialNo = await field('Serial No')
  expect(serialNo.value).toBe('')
  await userEvent.click(serialNo)
  await userEvent.paste('L-1')
  await choose('Machine Type', 'HFW-400')
  await choose('State dictionary', 'libremfg')
  await save()
  expect((await dialog()).getByText('There is already a machine at this address.')).toBeTruthy()
})
