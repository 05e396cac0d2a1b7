// @slow

import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openPage, refusal, serve, type Wire } from '../../../testing/openPage.tsx'
import { wireManagedMachines } from '../../../testing/panelAnswers.ts'
import { admin } from '../../../testing/wireAnswers.ts'
import { dropToast, shownToasts } from '../../ui/Toasts.tsx'

// Whether something is hidden is checked on every element above it, and this page has thousands.
configure({ defaultHidden: true })
const userEvent = userEvents.setup({ pointerEventsCheck: 0, delay: null })

afterEach(() => {
  vi.unstubAllGlobals()
  act(() => {
    for (const { key } of shownToasts()) dropToast(key)
  })
})

const openPanel = async (wire?: Wire, address = '/admin/panel') => {
  const requested = serve(wire)
  await openPage(address, admin)
  return requested
}
const table = (name: string) => screen.findByRole('table', { name })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
/** A press inside of the open form or confirmation. */
const pressIn = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))
const type = async (label: string, text: string) => {
  const field = within(await screen.findByRole('dialog')).getByLabelText(label)
  await userEvent.clear(field)
  if (text) await userEvent.paste(text)
}
const choose = async (label: string, option: string) => {
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('combobox', { name: label }),
  )
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
const alert = async () =>
  (await within(await screen.findByRole('dialog')).findByRole('alert')).textContent

describe('what a form says before anything is sent (specification §5)', () => {
  const add = (noun: string) => async () => {
    await press(`Add ${noun}`)
    await pressIn('Add')
  }
  const update = (name: string, change: () => Promise<void>) => async () => {
    await press(`Edit ${name}`)
    await change()
    await pressIn('Update')
  }
  test.each<[text: string, act: () => Promise<void>]>([
    [
      'Please fill in all required fields: Name, Contact Name, Contact Email, Contact Number',
      add('Distributor'),
    ],
    [
      'Please fill in all required fields: Contact Email',
      update('Nordpak Service', () => type('Contact Email', '')),
    ],
    ['Client is required', add('Machine')],
    ['Label is required', add('Machine Type')],
    ['Subscription is required', add('Client')],
    [
      'Target Speed (ppm) must be a number',
      update('FW-101', () => type('Target Speed (ppm)', 'fast')),
    ],
    [
      'Please select Enabled value!',
      async () => {
        await press('Edit Nova Snacks')
        // A second choice of the same item removes it.
        await choose('Enabled', 'No')
        await pressIn('Update')
      },
    ],
  ])('%s', async (text, act) => {
    const requested = await openPanel()
    await act()
    expect(await alert()).toBe(text)
    expect(requested.every(({ body }) => Object.keys(body).length === 0)).toBe(true)
  })

  test('the image and the subscription are required, too', async () => {
    await openPanel()
    await press('Add Machine Type')
    await type('Label', 'VFB-300')
    await pressIn('Add')
    expect(await alert()).toBe('Image is required')
    await pressIn('Cancel')
    await press('Add Client')
    await choose('Subscription', 'premium')
    await pressIn('Add')
    expect(await alert()).toBe('Name is required')
  })

  test('of a user nothing is required that the specification does not name: the server answers', async () => {
    const requested = await openPanel()
    await press('Add User')
    await pressIn('Add')
    await expect
      .poll(() =>
        requested.filter(({ path, body }) => path === '/api/admin/user' && 'role' in body),
      )
      .toHaveLength(1)
    expect(screen.queryByText(/is required/)).toBeNull()
  })
})

const removals = [
  [
    'Distributor',
    'Iberia Wrap',
    '/api/admin/distributor/3',
    'Distributor deleted successfully',
    'Failed to delete distributor',
  ],
  [
    'Client',
    'Nova Snacks',
    '/api/admin/client/3',
    'Client deleted successfully',
    'Failed to delete client',
  ],
  [
    'Machine',
    'FW-101',
    '/api/admin/machine/10',
    'Machine deleted successfully',
    'Error deleting machine',
  ],
  [
    'Machine Type',
    'VFB-120',
    '/api/admin/machineTypes/3',
    'Machine Type deleted successfully',
    'Error deleting machine type',
  ],
  ['User', 'p.nowak', '/api/admin/user/3', 'User deleted successfully', 'Error deleting user'],
] as const

describe('deleting (specification §8)', () => {
  test.each(removals)('a %s that is deleted', async (noun, name, path, done) => {
    const requested = await openPanel()
    await press(`Delete ${name}`)
    const question = within(await screen.findByRole('dialog', { name: `Delete ${noun}` }))
    expect(question.getByText(name)).toBeTruthy()
    expect(question.getByText(/30 days/)).toBeTruthy()
    await pressIn('Confirm')
    expect(await screen.findByText(done)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requested.some((one) => one.path === path)).toBe(true)
  })

  test.each(removals)(
    'a %s that cannot be deleted keeps the question open',
    async (_noun, name, path, _done, failed) => {
      const reason = 'It is still in use by 2.'
      await openPanel((requested, _body, { method }) =>
        requested === path && method === 'DELETE' ? refusal(409, 'in.use', reason) : undefined,
      )
      await press(`Delete ${name}`)
      await pressIn('Confirm')
      expect(await screen.findByText(failed)).toBeTruthy()
      expect(await alert()).toBe(reason)
    },
  )

  test('Deleting... is said while it lasts', async () => {
    await openPanel((_path, _body, { method }) =>
      method === 'DELETE' ? new Promise(() => {}) : undefined,
    )
    await press('Delete VFB-120')
    await pressIn('Confirm')
    const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Deleting...' })
    expect(busy.disabled).toBe(true)
  })

  test('of a client, users and machines are asked for anew', async () => {
    const requested = await openPanel()
    await press('Delete Nova Snacks')
    expect(screen.getByText(/It and its 3 machines will no longer be listed/)).toBeTruthy()
    await pressIn('Confirm')
    await screen.findByText('Client deleted successfully')
    const times = (path: string) => requested.filter((one) => one.path === path).length
    await waitFor(() =>
      expect(['client', 'user', 'machine'].map((list) => times(`/api/admin/${list}`))).toEqual([
        2, 2, 2,
      ]),
    )
    expect(times('/api/admin/distributor')).toBe(1)
  })

  test('the first client cannot be deleted', async () => {
    await openPanel()
    const button = await screen.findByRole<HTMLButtonElement>('button', {
      name: 'Delete Northfield Confectionery',
    })
    expect(button.disabled).toBe(true)
  })
})

describe('adding and updating (specification §8)', () => {
  const fillDistributor = async () => {
    await press('Add Distributor')
    await type('Name', 'Baltic Packline')
    await type('Contact Name', 'Kadri Tamm')
    await type('Contact Email', 'kadri@baltic.example')
    await type('Contact Number', '+372 5')
    await pressIn('Add')
  }

  test('a distributor is added with its own words', async () => {
    const requested = await openPanel()
    await fillDistributor()
    expect(await screen.findByText('Distributor added successfully')).toBeTruthy()
    expect(requested.find(({ body }) => 'name' in body)?.body).toEqual({
      name: 'Baltic Packline',
      location: null,
      contactName: 'Kadri Tamm',
      contactEmail: 'kadri@baltic.example',
      contactNumber: '+372 5',
    })
  })

  test('Adding... is said while it lasts', async () => {
    await openPanel((_path, _body, { method }) =>
      method === 'POST' ? new Promise(() => {}) : undefined,
    )
    await fillDistributor()
    expect(await screen.findByRole('button', { name: 'Adding...' })).toBeTruthy()
  })

  test('an update keeps the name out and sends the version that it was made on', async () => {
    const requested = await openPanel()
    await press('Edit Nordpak Service')
    const dialog = within(await screen.findByRole('dialog', { name: 'Update Distributor' }))
    expect(dialog.getByLabelText<HTMLInputElement>('Name').readOnly).toBe(true)
    await pressIn('Update')
    expect(await screen.findByText('Distributor updated successfully')).toBeTruthy()
    const sent = requested.find(({ path }) => path === '/api/admin/distributor/2')?.body
    expect(sent).toMatchObject({ version: 4, location: 'Gothenburg, SE' })
    expect(sent).not.toHaveProperty('name')
  })

  const conflict = 'Somebody else changed this meanwhile. Please look again.'
  test.each([
    [conflict, () => refusal(409, 'edit.conflict', conflict)],
    ['An error occurred', () => new Response('out of order', { status: 502 })],
  ])('a failure keeps the form open, and a toast says %s', async (text, answer) => {
    await openPanel((_path, _body, { method }) => (method === 'PUT' ? answer() : undefined))
    await press('Edit Nova Snacks')
    await pressIn('Update')
    expect(await alert()).toBe(text)
    expect(shownToasts()).toContainEqual(expect.objectContaining({ text, failed: true }))
  })

  test('Enabled is sent as yes or no', async () => {
    const requested = await openPanel()
    await press('Edit Nova Snacks')
    const dialog = within(await screen.findByRole('dialog'))
    for (const label of ['Client Id', 'Name']) {
      expect(dialog.getByLabelText<HTMLInputElement>(label).readOnly).toBe(true)
    }
    await choose('Enabled', 'Yes')
    await pressIn('Update')
    expect(await screen.findByText('Success!')).toBeTruthy()
    expect(requested.find(({ path }) => path === '/api/admin/client/update/3')?.body).toMatchObject(
      {
        is_active: true,
        version: 1,
        subscriptionId: 2,
      },
    )
  })

  test('what the server finds wrong stands at its field', async () => {
    await openPanel((_path, _body, { method }) =>
      method === 'PUT'
        ? Response.json(
            {
              message: 'Please check the highlighted fields.',
              code: 'request.invalid',
              requestId: 'r',
              errors: [{ field: 'contactEmail', message: 'This is no e-mail address.' }],
            },
            { status: 400 },
          )
        : undefined,
    )
    await press('Edit Nova Snacks')
    await pressIn('Update')
    expect(await screen.findByText('This is no e-mail address.')).toBeTruthy()
  })

  test('a machine type goes as a form with its picture', async () => {
    const requested = await openPanel()
    await press('Add Machine Type')
    await type('Label', 'VFB-300')
    const picture = new File(['picture'], 'vfb.png', { type: 'image/png' })
    const dialog = within(await screen.findByRole('dialog'))
    const input = dialog.getByLabelText<HTMLInputElement>('Image')
    expect(input.accept).toBe('')
    await userEvent.upload(input, picture)
    await pressIn('Add')
    expect(await screen.findByText('Success!')).toBeTruthy()
    const sent = requested.find(({ body }) => 'label' in body)?.body
    expect(sent?.label).toBe('VFB-300')
    expect(sent?.file).toBeInstanceOf(File)
  })

  test("a line is named from the machine's row", async () => {
    const requested = await openPanel()
    await press('Edit line of FW-101')
    await type('Line Name', 'Line A')
    await pressIn('Update')
    expect(await screen.findByText('Success!')).toBeTruthy()
    expect(requested.find(({ path }) => path === '/api/admin/updateLine/10')?.body).toEqual({
      lineName: 'Line A',
      clientId: 1,
      machineName: 'FW-101',
    })
  })
})

describe('a table', () => {
  test('says Loading... and then Not Available when it is empty', async () => {
    let answer: (response: Response) => void = () => {}
    const later = new Promise<Response>((done) => {
      answer = done
    })
    await openPanel((path) => (path === '/api/admin/distributor' ? later : undefined))
    const section = within(await screen.findByRole('region', { name: 'Distributors' }))
    expect(section.getByText('Loading...')).toBeTruthy()
    answer(Response.json({ distributors: [] }))
    expect(await section.findByText('Not Available')).toBeTruthy()
    expect(section.getByText('Use Add Distributor to create the first one.')).toBeTruthy()
  })

  test('says why its first client cannot be deleted', async () => {
    await openPanel()
    const section = within(await screen.findByRole('region', { name: 'Clients' }))
    const [first, second] = await section.findAllByRole<HTMLButtonElement>('button', {
      name: /^Delete /,
    })
    expect(first?.disabled).toBe(true)
    expect(first?.title).toBe('The first client stays: the installation needs one.')
    expect(second?.disabled).toBe(false)
    expect(second?.title).toBe(second?.getAttribute('aria-label'))
  })

  test('that cannot be loaded is empty and says so', async () => {
    await openPanel((path) =>
      path === '/api/admin/client' ? refusal(500, 'server.failed', 'An error occurred') : undefined,
    )
    const section = within(await screen.findByRole('region', { name: 'Clients' }))
    expect(await section.findByText('Not Available')).toBeTruthy()
    expect(section.getByRole('alert').textContent).toContain('Could not load.')
  })

  test('has ten rows a page, pages of another size, a search and an order', async () => {
    await openPanel((path) =>
      path === '/api/admin/machine'
        ? Response.json({ machines: wireManagedMachines(24) })
        : undefined,
    )
    const machines = within(await screen.findByRole('region', { name: 'Machines' }))
    const first = async () =>
      within((await table('Machines')).querySelector('tbody')!).getAllByRole('row')
    expect(await first()).toHaveLength(10)
    expect(machines.getByText('1–10 of 24')).toBeTruthy()
    await userEvent.click(machines.getByRole('button', { name: 'Page 3' }))
    expect(machines.getByText('21–24 of 24')).toBeTruthy()
    await userEvent.click(machines.getByRole('combobox', { name: 'Rows per page' }))
    await userEvent.click(await screen.findByRole('option', { name: '20' }))
    expect(await first()).toHaveLength(20)
    await userEvent.click(machines.getByRole('button', { name: 'Serial No' }))
    await userEvent.click(machines.getByRole('button', { name: 'Serial No' }))
    expect((await first())[0]?.textContent).toContain('FW-124')
    expect(
      machines.getByRole('columnheader', { name: 'Serial No' }).getAttribute('aria-sort'),
    ).toBe('descending')
    await userEvent.type(machines.getByRole('searchbox'), 'nova fw-122')
    await waitFor(async () => expect(await first()).toHaveLength(1))
  })
})

test('what was deleted is restored, or the reason is told', async () => {
  const requested = await openPanel(
    (path) =>
      path === '/api/admin/deleted/machine/40/restore'
        ? refusal(409, 'name.taken', 'Another machine has this serial number now.')
        : undefined,
    '/admin/panel?view=deleted',
  )
  await press('Restore Pan de Ebro')
  expect(await screen.findByText('Success!')).toBeTruthy()
  expect(requested.some(({ path }) => path === '/api/admin/deleted/client/9/restore')).toBe(true)
  await press('Restore HF-9')
  expect(await screen.findByText('Another machine has this serial number now.')).toBeTruthy()
})

test('the audit log is searched, narrowed to an action and paged', async () => {
  const requested = await openPanel(undefined, '/admin/panel?view=log')
  const log = within(await table('Audit Log'))
  expect(log.getByText('is_active').parentElement?.textContent).toBe('is_active true → false')
  await press('Page 2')
  await waitFor(() => expect(requested.at(-1)?.path).toContain('/audit-log/2/10?'))
  await userEvent.click(screen.getByRole('combobox', { name: 'Action' }))
  await userEvent.click(await screen.findByRole('option', { name: 'deleted' }))
  await waitFor(() =>
    expect(requested.at(-1)?.path).toMatch(/audit-log\/1\/10\?search=&action=delete/),
  )
  await userEvent.type(screen.getByRole('searchbox'), 'nova')
  await waitFor(() => expect(requested.at(-1)?.path).toContain('search=nova&action=delete'))
})

test('who keeps access from a former distributor is named, and ended after a question', async () => {
  let broken = true
  const requested = await openPanel((path) =>
    path === '/api/admin/client/2/end-former-access' && broken
      ? refusal(503, 'store.busy', 'The data store is busy. Please try again.')
      : undefined,
  )
  const ended = () => requested.filter(({ path }) => path.endsWith('/end-former-access'))
  await press('Access of a former distributor to Norsk Kjeks AS')
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Access of a former distributor' }),
  )
  expect(dialog.getByText(/old\.admin/)).toBeTruthy()
  expect(dialog.getByText(/Gateway 7/)).toBeTruthy()
  expect(ended()).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'End access' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('The data store is busy.')
  broken = false
  await userEvent.click(dialog.getByRole('button', { name: 'End access' }))
  expect(await screen.findByText('Success!')).toBeTruthy()
  expect(ended()).toHaveLength(2)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the section that is read is the one that is marked, wherever it was reached from', async () => {
  await openPanel()
  const rail = within(await screen.findByRole('navigation', { name: 'Sections' }))
  const marked = () =>
    ['Distributors', 'Machines', 'Clients'].filter(
      (name) => rail.getByRole('link', { name: new RegExp(`^${name}`) }).dataset.current === 'true',
    )
  expect(marked()).toEqual(['Distributors'])
  // Scrolled until Machines is at the top.
  for (const [id, top] of [
    ['distributors', -900],
    ['machines', 40],
  ] as const) {
    const section = document.getElementById(id)!
    section.getBoundingClientRect = () => new DOMRect(0, top, 800, 600)
  }
  for (const id of ['machineTypes', 'clients', 'users']) {
    document.getElementById(id)!.getBoundingClientRect = () => new DOMRect(0, 900, 800, 600)
  }
  fireEvent.scroll(window)
  await waitFor(() => expect(marked()).toEqual(['Machines']))
  // What was just requested stays marked, also where the page cannot be scrolled so far.
  await userEvent.click(rail.getByRole('link', { name: /^Clients/ }))
  fireEvent.scroll(window)
  expect(marked()).toEqual(['Clients'])
  fireEvent.wheel(window)
  fireEvent.scroll(window)
  await waitFor(() => expect(marked()).toEqual(['Machines']))
})

test('the tutorials link is there and hidden', async () => {
  await openPanel()
  expect((await screen.findByText('Tutorials')).hidden).toBe(true)
})
