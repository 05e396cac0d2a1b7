import { machineProgress } from '@packboard/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { renderPart } from '../../testing/renderPart.tsx'
import { wireMachineProgress } from '../../testing/shiftAnswers.ts'
import { needTexts } from '../i18n/language.ts'
import { PageTimesProvider } from '../time/zone.ts'
import { ProgressLine } from './ProgressLine.tsx'

beforeAll(() => needTexts('shiftProgress'))

/** A Sunday. */
const shift = {
  name: 'Early',
  from: new Date('2026-11-22T06:00:00.000Z'),
  to: new Date('2026-11-22T14:00:00.000Z'),
}
const at = new Date('2026-11-22T09:26:00.000Z')

function show(over: Record<string, unknown>, of = shift) {
  const machine = machineProgress.parse(wireMachineProgress('FW-101', over))
  const { made, due, ofShift, forecast } = machine
  const factory = { zone: 'UTC', starts: [] }
  renderPart(
    <PageTimesProvider value={{ zone: 'Asia/Tokyo', preferred: 'Asia/Tokyo', factory }}>
      <ProgressLine
        packs={{ made, due, ofShift, forecast }}
        machines={[machine]}
        {...{ at }}
        shift={of}
      />
    </PageTimesProvider>,
  )
}
const words = 'Sunday is closed in the plan: no target'

test('a shift that the plan closes says so, and its explanation too', async () => {
  show({ plannedSeconds: 0, leftSeconds: 0, due: 0, ofShift: 0, forecast: null })
  expect(screen.getByText(words)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Explain due and forecast' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(words)).toBeDefined()
  expect(screen.queryByText(/^In the first 15 planned minutes/)).toBeNull()
})

test('a shift with planned time says nothing of the kind', () => {
  show({})
  expect(screen.queryByText(words)).toBeNull()
})

test('a night that the plan closes is named with both of its days: by then it is Monday', () => {
  const night = {
    name: 'Night',
    from: new Date('2026-11-22T22:00:00.000Z'),
    to: new Date('2026-11-23T06:00:00.000Z'),
  }
  show({ plannedSeconds: 0, leftSeconds: 0, due: 0, ofShift: 0, forecast: null }, night)
  expect(
    screen.getByText('Night, Sunday to Monday, is closed in the plan: no target'),
  ).toBeDefined()
  expect(screen.queryByText(words)).toBeNull()
})
