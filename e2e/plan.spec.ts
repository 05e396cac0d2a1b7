// @slow form

import { expect, test } from '@playwright/test'
import { expectAccessible, settled } from './axe.ts'
import { enter } from './people.ts'

test('a plan is drawn, gets an exception, is saved and is there again', async ({ page }) => {
  await enter(page, 'clientadmin', '/admin/panel?view=plan')
  await settled(page)
  await expect(page.getByText('Availability, OEEE and coverage use the plan')).toBeVisible()
  await page.getByRole('button', { name: 'Add Week' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Valid From').fill('04-01-2027')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  // Until it is gone it lies over the page.
  await expect(dialog).toHaveCount(0)
  const week = page.getByRole('region', { name: 'All lines, every week from 04-01-2027' })
  const bars = week.getByRole('group', { name: 'The week as bars' })

  // Three hours, from 06:00, on Monday; then one hour more at its lower edge.
  await bars.scrollIntoViewIfNeeded()
  const box = (await bars.boundingBox())!
  const at = (day: number, hour: number) => ({
    x: box.x + ((day - 0.5) / 7) * box.width,
    y: box.y + 1 + (hour / 24) * (box.height - 2),
  })
  const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2)
    await page.mouse.move(to.x, to.y)
    await page.mouse.up()
  }
  await drag(at(1, 6), at(1, 9))
  await expect(bars.getByRole('button', { name: 'Production, Monday 06:00–09:00' })).toBeVisible()
  const edge = at(1, 9)
  await drag({ x: edge.x, y: edge.y - 2 }, { x: edge.x, y: at(1, 10).y - 2 })
  const monday = bars.getByRole('button', { name: 'Production, Monday 06:00–10:00' })
  await expect(monday).toHaveAttribute('aria-pressed', 'true')
  await monday.focus()
  await page.keyboard.press('Control+d')
  await expect(bars.getByRole('button', { name: 'Production, Tuesday 06:00–10:00' })).toBeFocused()
  await expect(week.getByText('8h 00m of production a week')).toBeVisible()
  await expectAccessible(page, 'plan')

  await page.getByRole('button', { name: 'Add Exception' }).click()
  await dialog.getByLabel('First Day').fill('26-03-2999')
  await dialog.getByLabel('Note').fill('Good Friday')
  await expectAccessible(page, 'an exception of the plan', '[role="dialog"]')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  // Before it is saved it says what it would move.
  await expect(page.getByText(/Moves (no OEEE|OEEE of) /)).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Plan saved')).toBeVisible()
  await page.reload()
  await expect(monday).toBeVisible()
  await expect(page.getByText('26-03-2999, All lines · set by clientadmin')).toBeVisible()
})
