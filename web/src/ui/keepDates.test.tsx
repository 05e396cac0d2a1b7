import { expect, test } from 'vitest'
import { renderPart } from '../../testing/renderPart.tsx'
import { KeepDates } from './KeepDates.tsx'

const kept = (text: string) => {
  const { container, unmount } = renderPart(
    <p>
      <KeepDates>{text}</KeepDates>
    </p>,
  )
  const paragraph = container.querySelector('p')
  const found = [...(paragraph?.querySelectorAll('span') ?? [])].map((span) => span.textContent)
  const read = paragraph?.textContent
  unmount()
  expect(read).toBe(text)
  return found
}

test.each([
  ['28-11 06:00 to 29-11 18:00', ['28-11 06:00', '29-11 18:00']],
  ['Offline since 29-11-2026 10:02:32. Values are old.', ['29-11-2026 10:02:32']],
  ['from 05-01-2026', ['05-01-2026']],
  ['06:00 to 14:30', []],
  ['FW-302 stood', []],
  ['', []],
])('the dates of "%s" stay whole, and the text is the same', (text, dates) => {
  expect(kept(text)).toEqual(dates)
})
