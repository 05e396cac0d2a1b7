import { act, configure, screen } from '@testing-library/react'
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

const path = '/admin/panel?view=dataSheets'
const sheet = (over: object = {}) => ({
  ...{ machineTypeName: 'HFW-250', clientName: 'Northfield Confectionery', version: '1.4.0' },
  ...{ holder: 'Wrap & Co.', at: '2026-11-24T10:00:00.000Z', stores: 'here' },
  measured: { from: '2026-10-25T10:00:00.000Z', machines: 2, ofMachines: 3 },
  groups: [
    {
      ...{ group: 'samples', fields: ['time', 'state'] },
      ...{ recordsPerMonth: 2_592_000.4, bytesPerMonth: 518_400_000 },
    },
    { group: 'alarms', fields: ['raisedAt'], recordsPerMonth: null, bytesPerMonth: null },
    { group: 'changes', fields: ['description'], recordsPerMonth: 0, bytesPerMonth: 0 },
  ],
  ...{ keepDays: { records: 365, minutes: 1_825, auditLog: 730 }, ...over },
})

test('a client’s administrator reads the sheet of a machine type, and gets it as a file', async () => {
  const files: string[] = []
  serve((address) => {
    if (address === '/api/admin/data-sheet/1/1') return Response.json(sheet())
    if (address === '/api/admin/data-sheet/1/2') {
      return Response.json(sheet({ machineTypeName: 'HFW-400', stores: 'elsewhere' }))
    }
    if (!address.startsWith('/api/admin/data-sheet/1/1/')) return undefined
    files.push(address)
    return refusal(429, 'answer.tooMany', 'Too many questions at once.')
  })
  await openPage(path, person({ id: 2 }))
  expect(await screen.findByText('2,592,000 records, 518.4 MB a month')).toBeDefined()
  expect(screen.getByText('not measured yet')).toBeDefined()
  expect(screen.getByText('0 records, 0 kB a month')).toBeDefined()
  expect(screen.getByText(/2 of 3 machines of this type sent\./)).toBeDefined()
  expect(screen.getByText('1,825 days')).toBeDefined()
  expect(screen.getByText(/^On the server of this installation/)).toBeDefined()
  expect(screen.getByText(/^Wrap & Co\. runs this installation/)).toBeDefined()

  await userEvent.click(screen.getByRole('button', { name: 'CSV' }))
  expect(await screen.findByText('Too many questions at once.')).toBeDefined()
  expect(files).toEqual(['/api/admin/data-sheet/1/1/csv'])

  await userEvent.click(screen.getByRole('combobox', { name: 'Machine Type' }))
  await userEvent.click(await screen.findByRole('option', { name: 'HFW-400' }))
  expect(await screen.findByRole('heading', { name: 'Data of HFW-400' })).toBeDefined()
  expect(screen.getByText(/^On the database servers of this installation/)).toBeDefined()
  await act(() => setLanguage('de'))
  expect(await screen.findByRole('heading', { name: 'Daten von HFW-400' })).toBeDefined()
})

test('who works for all clients chooses one first', async () => {
  const requested = serve()
  await openPage(path, admin)
  expect(await screen.findByText(/^Choose a client first/)).toBeDefined()
  expect(requested.filter((one) => one.path.includes('/data-sheet/'))).toEqual([])
})
