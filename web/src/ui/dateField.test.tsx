import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPart } from '../../testing/renderPart.tsx'
import { DateField, typedDay } from './DateField.tsx'

test.each([
  ['21-11-2026', '2026-11-21'],
  ['1.2.2027', '2027-02-01'],
  [' 05/03/2027 ', '2027-03-05'],
  ['31-02-2027', ''],
  ['2027-03-05', ''],
  ['21-11-26', ''],
  ['', ''],
])('%s is %s', (typed, day) => expect(typedDay(typed)).toBe(day))

function Form({ seen }: { seen: string[] }) {
  const [day, setDay] = useState('2026-11-21')
  return (
    <>
      <DateField
        label="First Day"
        value={day}
        change={(next) => {
          seen.push(next)
          setDay(next)
        }}
      />
      <button type="button" onClick={() => setDay('2026-12-24')}>
        Christmas
      </button>
    </>
  )
}

test('a day is shown as all dates are, typed in the same form, and follows what comes from elsewhere', async () => {
  const seen: string[] = []
  renderPart(<Form seen={seen} />)
  const field = screen.getByLabelText<HTMLInputElement>('First Day')
  expect([field.type, field.value]).toEqual(['text', '21-11-2026'])
  fireEvent.change(field, { target: { value: '22-11-202' } })
  expect(field.value).toBe('22-11-202')
  fireEvent.change(field, { target: { value: '22-11-2026' } })
  expect(seen).toEqual(['', '2026-11-22'])
  await userEvent.click(screen.getByRole('button', { name: 'Christmas' }))
  expect(field.value).toBe('24-12-2026')
})
