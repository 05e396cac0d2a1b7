import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPart } from '../../testing/renderPart.tsx'

beforeEach(() => {
  vi.resetModules()
  document.head.innerHTML = '<meta name="packboard-build" content="old">'
})
afterEach(() => {
  document.head.innerHTML = ''
})

/** The note with a memory of its own, beside a server that names a build. */
async function openNote(build: () => Response) {
  vi.stubGlobal('fetch', async () => build())
  const { NewVersion } = await import('./NewVersion.tsx')
  const { lookForNewVersion } = await import('./NewVersion.tsx')
  const reload = vi.fn()
  renderPart(
    <>
      <input aria-label="Search" />
      <NewVersion reload={reload} />
    </>,
  )
  return { reload, lookForNewVersion }
}

test('another build on the server is offered and never loaded by itself, what is typed stays', async () => {
  const { reload, lookForNewVersion } = await openNote(() => Response.json({ build: 'new' }))
  const user = userEvent.setup()
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'FW-1')
  await lookForNewVersion()
  await screen.findByText('A new version is available.')
  expect(reload).not.toHaveBeenCalled()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' }).value).toBe('FW-1')
  await user.click(screen.getByRole('button', { name: 'Reload' }))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('Later puts the offer away', async () => {
  const { lookForNewVersion } = await openNote(() => Response.json({ build: 'new' }))
  await lookForNewVersion()
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Later' }))
  await waitFor(() => expect(screen.queryByText('A new version is available.')).toBeNull())
})

test.each([
  ['the same build', () => Response.json({ build: 'old' })],
  ['no answer that names one', () => new Response('<html>')],
  ['a failure', () => Response.json({ build: 'new' }, { status: 502 })],
])('%s offers nothing', async (_, build) => {
  const { lookForNewVersion } = await openNote(build)
  await lookForNewVersion()
  expect(screen.queryByText('A new version is available.')).toBeNull()
})
