import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openAccount, sentTo } from '../../testing/accountPage.tsx'
import { wireNotifications } from '../../testing/alertAnswers.ts'
import { bytesOf } from './pushHere.ts'

afterEach(() => vi.unstubAllGlobals())

const path = '/api/account/notifications'

test('channels and quiet hours are switched at once; what does not work here says so', async () => {
  const { requested } = await openAccount((address, _body, init) =>
    address === path && init.method === 'PUT' ? Response.json({ message: 'Success!' }) : undefined,
  )
  const panel = await screen.findByRole('region', { name: 'Notifications' })
  await within(panel).findByText('To marta@northfield.example')
  expect(panel.textContent).toContain('Push services on the internet cannot be reached')
  fireEvent.click(within(panel).getByRole('switch', { name: 'On: Quiet hours' }))
  await expect
    .poll(() => sentTo(requested, path).find((body) => 'mail' in body))
    .toMatchObject({ mail: true, push: false, quiet: { from: '22:00', to: '06:00' } })
})

test('a test says by which channels it went', async () => {
  await openAccount((address) =>
    address === `${path}/test`
      ? Response.json({ message: 'Success!', channels: ['mail'] })
      : undefined,
  )
  const panel = await screen.findByRole('region', { name: 'Notifications' })
  fireEvent.click(within(panel).getByRole('button', { name: 'Send a test' }))
  expect(await screen.findByText('A test was sent: E-mail.')).toBeTruthy()
})

test('a device can be removed', async () => {
  const device = { id: 7, name: 'Chrome on Android', addedAt: '2026-11-01T08:00:00.000Z' }
  const { requested } = await openAccount((address, _body, init) => {
    if (address !== path) return undefined
    return init.method === 'PUT'
      ? Response.json({ message: 'Success!' })
      : Response.json({ ...wireNotifications, devices: [{ ...device, lastSentAt: null }] })
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Chrome on Android' }))
  await expect
    .poll(() => sentTo(requested, path).find((body) => 'mail' in body))
    .toMatchObject({ removeDevices: [7], mail: true })
})

test('the key of the installation is read as the browser wants it', () => {
  expect([...bytesOf('-_8B')]).toEqual([251, 255, 1])
})
