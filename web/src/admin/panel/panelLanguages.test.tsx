import { act, configure, screen, within } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../../testing/openPage.tsx'
import { wireManagedMachines } from '../../../testing/panelAnswers.ts'
import { admin } from '../../../testing/wireAnswers.ts'
import { setLanguage } from '../../i18n/language.ts'
import { textsOf } from '../../i18n/useTexts.ts'
import { actionWord, entityWord } from './AuditLogView.tsx'
import { roleWord } from './userForm.ts'

// Whether something is hidden is checked on every element above it, and this page has thousands.
configure({ defaultHidden: true })
const userEvent = userEvents.setup({ pointerEventsCheck: 0, delay: null })

afterEach(async () => {
  vi.unstubAllGlobals()
  await act(() => setLanguage('en'))
})

test('the order of a table holds when another language is chosen', async () => {
  serve((path) =>
    path === '/api/admin/machine'
      ? Response.json({ machines: wireManagedMachines(24) })
      : undefined,
  )
  await openPage('/admin/panel', admin)
  const machines = within(await screen.findByRole('region', { name: 'Machines' }))
  const press = () => userEvent.click(machines.getByRole('button', { name: 'Serial No' }))
  await screen.findByRole('table', { name: 'Machines' })
  await press()
  await press()
  await act(() => setLanguage('de'))
  const table = within(await screen.findByRole('table', { name: 'Maschinen' }))
  const title = table.getByRole('columnheader', { name: 'Seriennummer' })
  expect(title.getAttribute('aria-sort')).toBe('descending')
  expect(table.getAllByRole('row')[1]?.textContent).toContain('FW-124')
})

test('a full disk is told to an admin above the tables, with sizes as they are written in the language', async () => {
  serve((path) =>
    path === '/api/admin/warnings'
      ? Response.json({
          warnings: [{ code: 'disk.full', freeBytes: 812_400_000, totalBytes: 64_000_000_000 }],
        })
      : undefined,
  )
  await openPage('/admin/panel', admin)
  const note = await screen.findByText(/^The disk of this installation is full/)
  expect(note.textContent).toContain('812.4 MB of 64 GB are free')
  await act(() => setLanguage('de'))
  expect(screen.getByText(/^Die Festplatte/).textContent).toMatch(/812,4\sMB von 64\sGB/)
})

test('a form that is refused says so in the language, with its fields called as they are there', async () => {
  serve()
  await act(() => setLanguage('fr'))
  await openPage('/admin/panel', admin)
  await userEvent.click(await screen.findByRole('button', { name: 'Ajouter un distributeur' }))
  const form = within(await screen.findByRole('dialog', { name: 'Ajouter un distributeur' }))
  await userEvent.click(form.getByRole('button', { name: 'Ajouter' }))
  expect((await form.findByRole('alert')).textContent).toBe(
    'Veuillez remplir tous les champs obligatoires\u00a0: Nom, Interlocuteur, E-mail de contact, Téléphone',
  )
})

test('roles and what the audit log tells are called in the language; other words stay as they came', async () => {
  await setLanguage('it')
  const say = textsOf('panel')
  expect(roleWord(say, 2, 'clientAdmin')).toBe('amministratore del cliente')
  expect(roleWord(say, 99, 'Night crew')).toBe('Night crew')
  expect(actionWord(say, 'signInFailed')).toBe('accesso fallito')
  expect(actionWord(say, 'teleport')).toBe('teleport')
  expect(entityWord(say, 'machineType')).toBe('tipo di macchina')
  expect(entityWord(say, 'identityProvider')).toBe('accesso aziendale')
  expect(entityWord(say, 'toString')).toBe('toString')
})
