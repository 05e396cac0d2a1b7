import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve } from '../testing/openPage.tsx'

afterEach(() => vi.unstubAllGlobals())

test.each(['/admin/wall', '/admin/operator'])('%s wants a session', async (address) => {
  serve()
  const { pathname } = await openPage(address, null)
  expect(pathname()).toBe('/auth/login')
})

test.each([`/alert/${'T'.repeat(43)}`, `/alert-address/${'T'.repeat(43)}`])(
  'the page of a link in a message wants none: %s',
  async (address) => {
    serve(() => refusal(404, 'page.notFound', 'There is nothing here.'))
    const { pathname } = await openPage(address, null)
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
    expect(pathname()).toBe(address)
  },
)
