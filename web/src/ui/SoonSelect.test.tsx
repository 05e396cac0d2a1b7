import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPart } from '../../testing/renderPart.tsx'
import { SoonSelect } from './SoonSelect.tsx'

/** Holds back the list until it is let go. */
const held = vi.hoisted(() => ({ letGo: () => {}, wait: Promise.resolve() }))
vi.mock('./LoadedSelect.tsx', async (importOriginal) => {
  const original = await importOriginal<typeof import('./LoadedSelect.tsx')>()
  await held.wait
  return original
})

beforeEach(() => {
  held.wait = new Promise((done) => {
    held.letGo = done
  })
})

const data = [
  { value: 'mine', label: 'My time' },
  { value: 'factory', label: 'Factory time' },
]

test('before its list has come the field shows what holds; a press opens the list, and be it that the list comes before the press ends', async () => {
  const choose = vi.fn()
  renderPart(<SoonSelect label="Times in" data={data} value="factory" onChange={choose} />)
  const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Times in' })
  expect(field().value).toBe('Factory time')
  const standIn = field()
  await userEvent.pointer({ keys: '[MouseLeft>]', target: standIn })
  expect(screen.queryByRole('option', { name: 'My time' })).toBeNull()
  held.letGo()
  await userEvent.click(await screen.findByRole('option', { name: 'My time' }))
  expect(choose).toHaveBeenCalledWith('mine', expect.anything())
  expect(field()).not.toBe(standIn)
  expect(document.activeElement).toBe(field())
})
