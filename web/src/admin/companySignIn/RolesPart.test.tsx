import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { configure, render, screen } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { serve } from '../../../testing/openPage.tsx'
import { admin } from '../../../testing/wireAnswers.ts'
import { needTexts } from '../../i18n/language.ts'
import { keepSession } from '../../session/session.ts'
import { draftOf, withRole } from './providerDraft.ts'
import { RolesPart } from './RolesPart.tsx'

configure({ defaultHidden: true })
const userEvent = userEvents.setup({ pointerEventsCheck: 0, delay: null })
afterEach(() => vi.unstubAllGlobals())

/** The table of a company sign-in of the installation. */
function Table() {
  const [draft, setDraft] = useState(draftOf(null))
  return (
    <RolesPart
      draft={draft}
      owner="installation"
      change={(part) => setDraft({ ...draft, ...part })}
      add={() => setDraft(withRole(draft, 'installation'))}
    />
  )
}

test('a row of the installation names whose distributor a person becomes', async () => {
  serve()
  keepSession(admin)
  await needTexts('panel', 'companyPanel')
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Table />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Add Row' }))
  await userEvent.type(screen.getByLabelText('Value 1'), 'sales')
  const distributor = screen.getByRole<HTMLInputElement>('combobox', {
    name: 'Distributor 1',
  })
  await userEvent.click(distributor)
  await userEvent.click(await screen.findByRole('option', { name: 'Nordpak Service' }))
  expect(distributor.value).toBe('Nordpak Service')
  await userEvent.click(screen.getByRole('button', { name: 'Remove row 1' }))
  expect(screen.queryByLabelText('Value 1')).toBeNull()
})
