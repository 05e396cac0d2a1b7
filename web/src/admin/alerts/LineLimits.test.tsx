import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { renderPart } from '../../../testing/renderPart.tsx'
import { lineMachines } from '../../../testing/serveLine.ts'
import { needTexts } from '../../i18n/language.ts'
import { textsOf } from '../../i18n/useTexts.ts'
import { LineLimits } from './LineLimits.tsx'
import { conditionName } from './ruleWords.ts'

beforeAll(() => needTexts('alertRules', 'machines'))
afterEach(() => vi.unstubAllGlobals())

test('a rule of a line is limited to a side and to a machine of a line with a flow', async () => {
  const machines = lineMachines.machines.map((one) => ({
    ...{ ...one, hasFlow: one.lineName === 'Line 1' },
  }))
  vi.stubGlobal('fetch', async () => Response.json({ machines }))
  const change = vi.fn()
  const condition = { kind: 'lineStoppedLonger', seconds: 600 } as const
  renderPart(<LineLimits clientId={1} {...{ condition, change }} />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('combobox', { name: 'Root machine' }))
  const offered = await screen.findAllByRole('option')
  // FW-201 stands in the neighbour line, which has no flow.
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    'any machine',
    'FW-101',
    'CP-105',
    'PL-106',
  ])
  await user.click(screen.getByRole('option', { name: 'CP-105' }))
  expect(change).toHaveBeenLastCalledWith({ ...condition, rootMachineId: 'CP-105' })
  await user.click(screen.getByRole('combobox', { name: 'Where the root is' }))
  await user.click(await screen.findByRole('option', { name: 'root elsewhere' }))
  expect(change).toHaveBeenLastCalledWith({ ...condition, side: 'inherited' })
})

test('the name of the rule says which machine is meant', () => {
  const [say, sayState] = [textsOf('alertRules'), textsOf('states')]
  const condition = { kind: 'lineStoppedLonger', seconds: 600 } as const
  expect(conditionName(condition, say, sayState)).toBe('Line stopped longer than 10 min')
  expect(conditionName({ ...condition, rootMachineId: 'CP-105' }, say, sayState)).toBe(
    'Line stopped longer than 10 min by CP-105',
  )
})
