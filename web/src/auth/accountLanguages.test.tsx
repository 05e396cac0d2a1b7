import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'
import { setLanguage } from '../i18n/language.ts'
import { terms } from './ResetPasswordScreen.tsx'

afterEach(async () => {
  vi.unstubAllGlobals()
  await act(() => setLanguage('en'))
})

async function openTerms(opener: string) {
  serve()
  const page = await openPage('/auth/reset-password/token-1/create', null)
  await userEvent.click(screen.getByRole('button', { name: opener }))
  return { page, dialog: within(await screen.findByRole('dialog', { name: opener })) }
}

test('the clauses of the terms are the English ones in every language, and say that they bind', async () => {
  const english = await openTerms('Terms and Conditions')
  expect(english.dialog.getByRole('heading', { name: 'Acceptance' })).toBeTruthy()
  expect(english.dialog.queryByText(/binding/)).toBeNull()
  english.page.unmount()
  await act(() => setLanguage('de'))
  const { dialog } = await openTerms('Nutzungsbedingungen')
  expect(dialog.getByText('Verbindlich ist der englische Text.')).toBeTruthy()
  expect(dialog.getByRole('heading', { name: 'Annahme' })).toBeTruthy()
  for (const { clause } of terms) expect(dialog.getByText(clause).lang).toBe('en')
})

test.each([
  [
    'Please confirm your e-mail address with the link that was sent to it. The account then awaits approval.',
    'Bitte bestätigen Sie Ihre E-Mail-Adresse mit dem Link, der an sie gesendet wurde. Das Konto wartet dann auf Freigabe.',
  ],
  ['Your account is ready.', 'Your account is ready.'],
])('the server says "%s", and a German reads "%s"', async (message, text) => {
  serve((path) => (path.startsWith('/api/auth/') ? Response.json({ message }) : undefined))
  await act(() => setLanguage('de'))
  await openPage('/auth/register', null)
  await userEvent.type(screen.getByLabelText('Benutzername'), 'nora')
  await userEvent.click(screen.getByRole('button', { name: 'Konto anlegen' }))
  expect((await screen.findByRole('alert')).textContent).toBe(text)
})

test('a password that is too short is refused in the language', async () => {
  serve()
  await act(() => setLanguage('es'))
  await openPage('/auth/reset-password/token-1', null)
  await userEvent.type(screen.getByLabelText('Contraseña'), 'ab')
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'La contraseña debe tener al menos 3 caracteres.',
  )
})
