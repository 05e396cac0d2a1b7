import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openPage, refusal, serve, type Wire } from '../../../testing/openPage.tsx'
import { wireReasons } from '../../../testing/stopBookAnswers.ts'
import { person } from '../../../testing/wireAnswers.ts'
import { setLanguage } from '../../i18n/language.ts'
import { dropToast, shownToasts } from '../../ui/Toasts.tsx'

configure({ defaultHidden: true })
const userEvent = userEvents.setup({ pointerEventsCheck: 0, delay: null })
afterEach(async () => {
  vi.unstubAllGlobals()
  await act(async () => {
    for (const { key } of shownToasts()) dropToast(key)
    await setLanguage('en')
  })
})

const address = '/api/admin/reasons/1'
const template = {
  key: 'flowWrapper',
  machineTypes: ['Flow Wrapper FW-3'],
  reasons: wireReasons.map(({ used: _used, used30Days: _used30Days, ...reason }) => reason),
}

/** Opens the reasons; returns what is sent. */
async function openReasons(stored: readonly object[] = wireReasons, answer?: Wire) {
  const bodies: { reasons: { id: string; name: { en: string } }[]; version: number }[] = []
  serve((path, body, init) => {
    if (path === `${address}/templates`) return Response.json({ templates: [template] })
    if (path.startsWith('/api/admin/alarm-statistics')) {
      return Response.json({ alarms: [], groups: [] })
    }
    if (path !== address) return undefined
    if (init.method === 'GET') return Response.json({ reasons: stored, version: 3 })
    bodies.push(body as (typeof bodies)[number])
    return answer?.(path, body, init) ?? Response.json({ message: 'Success!', version: 4 })
  })
  await openPage('/admin/panel?view=reasons', person({ id: 2 }))
  await screen.findByRole('region', { name: 'Reasons' })
  return bodies
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: string | RegExp) => userEvent.click(button(name))
const rows = () =>
  within(screen.getByRole('list', { name: 'Reasons' }))
    .getAllByRole('button')
    .map((each) => each.textContent)
const typeInto = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })

describe('the reasons of a client', () => {
  test('are a tree in their order, in the language of the screens', async () => {
    await openReasons()
    expect(rows()).toEqual(['Film', 'Film break', 'Film change', 'Product jam', 'Cleaning'])
    expect(screen.getByText('5 reasons are offered')).toBeDefined()
    expect(button('Save').disabled).toBe(true)
    await act(() => setLanguage('de'))
    expect(await screen.findByRole('button', { name: 'Produktstau' })).toBeDefined()
  })

  test('are renamed, changed and saved whole, with the number that was read', async () => {
    const bodies = await openReasons()
    await press('Product jam')
    typeInto('Name, English', 'Jam at the infeed')
    typeInto('Name, Italiano', 'Inceppamento')
    await userEvent.click(screen.getByRole('radio', { name: 'Truck' }))
    await press('Planned')
    typeInto('Planned up to, minutes', '45')
    await press('External')
    expect(screen.getByText('Changes are not saved yet.')).toBeDefined()
    await press('Save')
    await waitFor(() => expect(bodies).toHaveLength(1))
    expect(bodies[0]).toMatchObject({ version: 3 })
    expect(bodies[0]?.reasons.find(({ name }) => name.en === 'Jam at the infeed')).toMatchObject({
      name: { en: 'Jam at the infeed', de: 'Produktstau', it: 'Inceppamento' },
      ...{ icon: 'truck', planned: true, cause: 'external', overrunSeconds: 2_700 },
      alarms: [{ kind: 'group', value: 'Jaws' }],
    })
    expect(bodies[0]?.reasons).toHaveLength(5)
  })

  test('are moved with keys and with buttons', async () => {
    const bodies = await openReasons()
    const cleaning = button('Cleaning')
    cleaning.focus()
    await userEvent.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}')
    expect(rows()).toEqual(['Cleaning', 'Film', 'Film break', 'Film change', 'Product jam'])
    expect(document.activeElement?.textContent).toBe('Cleaning')
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Film')
    await press('Film change')
    await press('Move up')
    expect(rows()).toEqual(['Cleaning', 'Film', 'Film change', 'Film break', 'Product jam'])
    await press('Save')
    await waitFor(() => expect(bodies).toHaveLength(1))
    expect(bodies[0]?.reasons.map(({ name }) => name.en)).toEqual([
      ...['Cleaning', 'Film', 'Film change', 'Film break', 'Product jam'],
    ])
  })

  test('one that was used is retired and not removed; a new one can be removed', async () => {
    const bodies = await openReasons()
    await press('Film break')
    expect(screen.getByText(/can be retired, not removed/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
    expect(screen.getByText('31 stops of the last 30 days have this reason.')).toBeDefined()
    await press('Retire')
    expect(rows()).toContain('Film breakretired')
    await press('Add Reason')
    expect(document.activeElement).toBe(screen.getByLabelText('Name, English'))
    expect(screen.getByText('Please enter an English name for each reason.')).toBeDefined()
    expect(button('Save').disabled).toBe(true)
    await press('Remove')
    await press('Save')
    await waitFor(() => expect(bodies).toHaveLength(1))
    expect(bodies[0]?.reasons[1]).toMatchObject({ name: { en: 'Film break' }, retired: true })
  })

  test('an alarm of two reasons keeps the list from being saved, and both are named', async () => {
    await openReasons()
    await press('Cleaning')
    await userEvent.type(screen.getByLabelText('Proposed for alarm groups'), 'Jaws{Enter}')
    expect(
      screen.getByText('The alarm “Jaws” is of one reason; here of Product jam and Cleaning.'),
    ).toBeDefined()
    expect(button('Save').disabled).toBe(true)
  })

  test('what the server refuses is said, and the changes stay until they are given up', async () => {
    await openReasons(wireReasons, () =>
      refusal(409, 'edit.conflict', 'Somebody else changed this meanwhile. Please look again.'),
    )
    await press('Cleaning')
    typeInto('Name, English', 'Washing')
    await press('Save')
    expect(
      await within(screen.getByRole('region', { name: 'Reasons' })).findByRole('alert'),
    ).toHaveProperty('textContent', 'Somebody else changed this meanwhile. Please look again.')
    expect(rows()).toContain('Washing')
    await press('Show the saved reasons')
    await waitFor(() => expect(rows()).toContain('Cleaning'))
  })

  test('without reasons a list to begin with is chosen; nothing is stored before Save', async () => {
    const bodies = await openReasons([])
    await userEvent.click(
      await screen.findByRole('button', { name: 'Begin with the list Flow wrapper' }),
    )
    expect(rows()).toHaveLength(5)
    expect(bodies).toEqual([])
    await press('Save')
    await waitFor(() => expect(bodies).toHaveLength(1))
    expect(bodies[0]?.reasons.map(({ id }) => id)).toEqual(template.reasons.map(({ id }) => id))
  })

  test('a search shows only what has the words in its name', async () => {
    await openReasons()
    typeInto('Search reasons', 'break')
    expect(rows()).toEqual(['Film', 'Film break'])
  })
})
