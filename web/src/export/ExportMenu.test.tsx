import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refusal } from '../../testing/openPage.tsx'
import { renderPart } from '../../testing/renderPart.tsx'
import { person } from '../../testing/wireAnswers.ts'
import { keepSession } from '../session/session.ts'
import { saveFile } from '../ui/saveFile.ts'
import { ExportMenu } from './ExportMenu.tsx'

vi.mock('../ui/saveFile.ts', () => ({ saveFile: vi.fn() }))

beforeEach(() => vi.mocked(saveFile).mockClear())
afterEach(() => vi.unstubAllGlobals())

const question = { clientId: 1, start_date: '2026-11-20', end_date: '2026-11-21' }

async function take(format: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Export Stop Causes' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: format }))
}

test('a file is asked for with the token in a header and saved under its own name', async () => {
  keepSession(person())
  const requested: { path: string; init: RequestInit }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requested.push({ path, init })
    return new Response('Cause,Seconds\n', {
      headers: { 'content-disposition': 'attachment; filename="stop-causes_FW-102.xlsx"' },
    })
  })
  renderPart(<ExportMenu table="stop-causes" name="Stop Causes" question={question} />)
  await take('XLSX')
  await waitFor(() => expect(saveFile).toHaveBeenCalledTimes(1))
  const [name, content] = vi.mocked(saveFile).mock.calls[0]!
  expect(name).toBe('stop-causes_FW-102.xlsx')
  expect(content.size).toBe('Cause,Seconds\n'.length)
  expect(requested[0]?.path).toBe(
    '/api/admin/export/stop-causes/xlsx?clientId=1&start_date=2026-11-20&end_date=2026-11-21',
  )
  expect(new Headers(requested[0]?.init.headers).get('x-access-token')).toBe('token-of-person')
})

test('a file that could not be made is said, and nothing is saved', async () => {
  vi.stubGlobal('fetch', async () =>
    refusal(400, 'request.invalid', 'Please choose at most 3 years.'),
  )
  renderPart(<ExportMenu table="stop-causes" name="Stop Causes" question={question} />)
  await take('CSV')
  expect((await screen.findByRole('alert')).textContent).toBe('Please choose at most 3 years.')
  expect(saveFile).not.toHaveBeenCalled()
})

test('only a chart can be taken as a picture', async () => {
  renderPart(<ExportMenu table="stop-causes" name="Stop Causes" question={question} />)
  await userEvent.click(screen.getByRole('button', { name: 'Export Stop Causes' }))
  const offered = await screen.findAllByRole('menuitem')
  expect(offered.map(({ textContent }) => textContent)).toEqual(['CSV', 'XLSX', 'Print or PDF'])
})

test('a chart is taken as it is drawn', async () => {
  const canvas = document.createElement('canvas')
  canvas.toBlob = (done) => done(new Blob(['drawn'], { type: 'image/png' }))
  const picture = { current: () => canvas }
  renderPart(
    <ExportMenu table="stop-causes" name="Stop Causes" question={question} picture={picture} />,
  )
  await take('PNG')
  await waitFor(() => expect(saveFile).toHaveBeenCalledTimes(1))
  expect(vi.mocked(saveFile).mock.calls[0]?.[0]).toBe('stop-causes.png')
})

test('the page is printed from the menu, but not where the table stands in a window over it', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { unmount } = renderPart(
    <ExportMenu table="stop-causes" name="Stop Causes" {...{ question }} />,
  )
  await take('Print or PDF')
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  unmount()
  renderPart(
    <div role="dialog" aria-modal="true" aria-label="Alarms">
      <ExportMenu table="stop-causes" name="Stop Causes" {...{ question }} />
    </div>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Export Stop Causes' }))
  await screen.findByRole('menuitem', { name: 'CSV' })
  expect(screen.queryByRole('menuitem', { name: 'Print or PDF' })).toBeNull()
})
