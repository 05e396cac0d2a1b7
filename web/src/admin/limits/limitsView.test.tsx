import { act, configure, screen, waitFor, within } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve } from '../../../testing/openPage.tsx'
import { admin, person } from '../../../testing/wireAnswers.ts'
import { setLanguage } from '../../i18n/language.ts'

configure({ defaultHidden: true })
const userEvent = userEvents.setup({ pointerEventsCheck: 0, delay: null })
afterEach(async () => {
  vi.unstubAllGlobals()
  await act(() => setLanguage('en'))
})

const limit = (value: number, set: number | null, min: number) => ({
  ...{ value, set, default: 8_192, min, max: 999_999 },
})
const answer = (over: object = {}) => ({
  deviceMegabytesPerDay: limit(9_000, 9_000, 64),
  quarantineRecords: limit(100_000, null, 1_000),
  quarantineMegabytes: limit(1_000, null, 1),
  version: 4,
  devices: [
    { id: 2, name: 'gateway', clientId: 1, clientName: 'Nova Snacks', usedMegabytes: 8_100.4 },
  ],
  machines: [
    {
      ...{ machineId: 'FW-102', clientId: 1, clientName: 'Nova Snacks' },
      ...{ records: 100_000, megabytes: 12 },
    },
    { machineId: null, clientId: null, clientName: null, records: 2, megabytes: 820 },
  ],
  ...over,
})
const path = '/admin/panel?view=limits'
const text = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('row')

test('an admin sees what is in force and who is near it, sets a limit, and gives another one up', async () => {
  const bodies: unknown[] = []
  let now = answer()
  serve((address, body, { method }) => {
    if (address === '/api/admin/warnings') {
      return Response.json({
        warnings: [
          { code: 'limits.near', devices: 1, machines: 2 },
          { code: 'devices.slowed', devices: 2 },
          { code: 'devices.crowded', devices: 2 },
          { code: 'cells.notHeld', cells: 1, clients: 3 },
          { code: 'clock.off', processes: 1, seconds: 8.2 },
        ],
      })
    }
    if (address !== '/api/admin/limits') return undefined
    if (method === 'GET') return Response.json(now)
    bodies.push(body)
    if (bodies.length === 1) return refusal(409, 'edit.conflict', 'Somebody was faster.')
    now = answer({ deviceMegabytesPerDay: limit(8_192, null, 64), version: 6 })
    return Response.json({ message: 'Success!', version: 6 })
  })
  await openPage(path, admin)
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
  const device = await screen.findByLabelText<HTMLInputElement>('MB Sent by a Device per Day')
  expect(device.value).toBe('9000')
  expect(field('Records Not Accepted per Machine').value).toBe('')
  expect(screen.getByText('In effect: 9,000')).toBeDefined()
  expect(screen.getByText(/Empty: 8,192, the setting DEVICE_MB_PER_DAY\./)).toBeDefined()
  const note = await screen.findByText(/^Limits are nearly reached: 1 device .* 2 machines/)
  expect(within(note).getByRole('link').getAttribute('href')).toContain('view=limits')
  const slowed = screen.getByText(/^2 devices send more wrong records than are read/)
  expect(within(slowed).getByRole('link').getAttribute('href')).toContain('view=quarantine')
  expect(screen.getByText(/^2 devices have more than 8 MQTT connections/)).toBeDefined()
  expect(screen.getByText(/^No process holds the records of 3 clients/)).toBeDefined()
  expect(screen.getByText(/^The clocks of 1 process differ .* by up to 8\.2 s\./)).toBeDefined()
  expect(text('Near a Limit').map((row) => row.textContent)).toEqual([
    'Device or MachineClientLimitUsed',
    'FW-102Nova SnacksRecords Not Accepted per Machine100 % 100,000 of 100,000',
    'gatewayNova SnacksMB Sent by a Device per Day90 % 8,100 of 9,000',
    'unknown machines–MB Not Accepted per Machine82 % 820 of 1,000',
  ])

  await userEvent.clear(device)
  await userEvent.type(field('MB Not Accepted per Machine'), '0')
  const update = screen.getByRole('button', { name: 'Update' })
  await userEvent.click(update)
  expect(await screen.findByText(/a whole number from 1 to 999,999/)).toBeDefined()
  expect(bodies).toEqual([])
  await userEvent.type(field('MB Not Accepted per Machine'), '{Backspace}500')
  await userEvent.click(update)
  expect((await screen.findAllByText('Somebody was faster.')).length).toBeGreaterThan(0)
  await userEvent.click(update)
  await screen.findByText('In effect: 8,192')
  const body = { deviceMegabytesPerDay: null, quarantineRecords: null, quarantineMegabytes: 500 }
  expect(bodies).toEqual([
    { ...body, version: 4 },
    { ...body, version: 4 },
  ])
  await act(() => setLanguage('de'))
  expect(await screen.findByText('In Kraft: 8.192')).toBeDefined()
})

test('machines that cannot be counted now are not called none', async () => {
  serve((address) =>
    address === '/api/admin/limits'
      ? Response.json(answer({ machines: null, devices: [] }))
      : undefined,
  )
  await openPage(path, admin)
  expect(await screen.findByText(/cannot be counted now: machines are missing here/)).toBeDefined()
  expect(await screen.findByText('No device is near a limit')).toBeDefined()
  expect(screen.queryByText('Nothing is near a limit')).toBeNull()
})

test('only an admin finds the limits', async () => {
  const requested = serve()
  await openPage(path, person({ id: 2 }))
  await screen.findByRole('heading', { name: 'Management Panel' })
  await waitFor(() => expect(requested.some(({ path }) => path === '/api/admin/user')).toBe(true))
  expect(requested.filter(({ path }) => path === '/api/admin/limits')).toEqual([])
  expect(screen.queryByRole('link', { name: 'Limits' })).toBeNull()
})
