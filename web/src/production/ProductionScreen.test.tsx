import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve } from '../test/openPage.tsx'
import { admin, person, wireAnswer, wireRecord } from '../test/wireAnswers.ts'

afterEach(() => vi.unstubAllGlobals())

const address = '/admin/productionData/1/FW-101'

test("shows the machine's card alone, and asks for no other machine", async () => {
  const asked = serve()
  await openPage(address, person())
  const card = within(await screen.findByRole('article', { name: 'FW-101' }))
  expect(card.getByText('Total Packs').nextElementSibling?.textContent).toBe('75,378')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('FW-101')
  expect(asked.find(({ path }) => path === '/api/admin/machinesData')?.body).toMatchObject({
    machinesIdArray: ['FW-101'],
    initialReq: 'yes',
  })
})

test('a machine that is OFFLINE says only that', async () => {
  serve((path) =>
    path === '/api/admin/machinesData'
      ? Response.json(wireAnswer({ dataArray: [wireRecord({ Status: 'OFFLINE' })] }))
      : undefined,
  )
  await openPage(address, person())
  const card = await screen.findByRole('article', { name: 'FW-101' })
  expect(card.textContent).toBe('FW-101 Line 1OFFLINE')
})

test('staff who come by the address have chosen its client, and the way back leads to its factory', async () => {
  serve()
  await openPage(address, admin)
  const bar = within(screen.getByRole('banner'))
  expect(await bar.findByText('Northfield Confectionery')).toBeTruthy()
  const crumb = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  await userEvent.click(crumb.getByRole('link', { name: 'Overview' }))
  expect(await screen.findByText('Last Updated Time')).toBeTruthy()
  expect(screen.queryByText('Select Client:')).toBeNull()
})

test("another client's machine looks as if it did not exist", async () => {
  serve((path) =>
    path.includes('client_machines')
      ? refusal(404, 'client.notFound', 'Client not found.')
      : undefined,
  )
  await openPage('/admin/productionData/9/FW-901', person())
  expect(await screen.findByRole('heading', { name: 'No Machines Found' })).toBeTruthy()
  expect(screen.queryByRole('article')).toBeNull()
})
