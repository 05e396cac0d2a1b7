import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPart } from '../../testing/renderPart.tsx'
import { needTexts } from '../i18n/language.ts'
import { EarlierForm } from './EarlierForm.tsx'

beforeEach(() => needTexts('definitions'))

const draft = { dividesBy: 'shift', speed: 'target', packs: 'good' } as const
const earlier = {
  kind: 'earlier',
  rule: draft,
  ...{ value: 80.74, points: -4.21, missing: null },
  differs: ['dividesBy'],
} as const

test('three choices make a rule; the result of the window stands beside them', async () => {
  const setDraft = vi.fn()
  const save = vi.fn()
  renderPart(
    <EarlierForm
      {...{ draft, setDraft, earlier, save }}
      isStored={false}
      busy={false}
      failure={null}
    />,
  )
  expect(screen.getByText('80.7 %').parentElement?.textContent).toContain(
    'This window: 80.7 %, −4.2 pt from OEEE',
  )
  await userEvent.click(screen.getByRole('combobox', { name: 'It divides by' }))
  await userEvent.click(await screen.findByRole('option', { name: 'planned − external' }))
  expect(setDraft).toHaveBeenCalledWith({ ...draft, dividesBy: 'plannedWithoutExternal' })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(save).toHaveBeenCalledWith(draft)
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
})

test('what is stored can be removed; a failure and a missing term are said', async () => {
  const save = vi.fn()
  renderPart(
    <EarlierForm
      {...{ draft, save }}
      setDraft={() => undefined}
      earlier={{ ...earlier, value: null, points: null, missing: 'nameplate' }}
      isStored
      busy={false}
      failure="Another person was faster."
    />,
  )
  expect(screen.getByText(/A machine has no design speed/)).toBeTruthy()
  expect(screen.getByText('Another person was faster.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(save).toHaveBeenCalledWith(null)
})
