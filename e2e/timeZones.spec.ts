// @slow walk

import { expect, type Page, test } from '@playwright/test'
import { openList } from './panel.ts'
import { address, card, enter, openOverview } from './people.ts'

/** A user in Newfoundland looks at a factory in Oslo, four and a half hours ahead. */
test.use({ timezoneId: 'America/St_Johns' })

const mine = 'America/St_Johns'
const factory = 'Europe/Oslo'

const seen = new WeakMap<Page, Set<string>>()

/** The window and the zone of a request for a figure; a window that reaches to now is requested again and again. */
function questionOf(address: string) {
  const query = new URL(address).searchParams
  const of = (name: string) => query.get(name)
  const window = `${of('start_date')} ${of('start_time')} – ${of('end_date')} ${of('end_time')}`
  return { window, zone: of('timezone'), key: `${window} ${of('timezone')}` }
}

/** What the next request for a figure of another window or zone names, and its answer. */
async function requested(page: Page, work: () => Promise<void>) {
  const known = seen.get(page) ?? new Set()
  seen.set(page, known)
  const answer = page.waitForResponse(
    (response) =>
      response.url().includes('/api/admin/machine-state-bar-chart') &&
      !known.has(questionOf(response.url()).key),
  )
  await work()
  const response = await answer
  const { window, zone, key } = questionOf(response.url())
  known.add(key)
  return { window, zone, states: (await response.json()).barChartData }
}

const timesIn = (page: Page) => page.getByRole('combobox', { name: 'Times in' })
/** A list that closes before its option is chosen is opened again. */
async function choose(page: Page, option: string) {
  await expect(async () => {
    await openList(page, timesIn(page), option)
    await page.getByRole('option', { name: option }).click({ timeout: 5_000 })
  }).toPass()
}
async function preset(page: Page, name: string) {
  await page.getByRole('button', { name: /^Time Period/ }).click()
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
}
test('a factory in another zone: whose time, which days, which shift, and a link for a colleague', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  await enter(page, 'admin')
  await openOverview(page, 'Norsk Kjeks')

  // The overview: the start field shows its time in the chosen zone.
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await expect(timesIn(page)).toHaveValue(`My time (${mine})`)
  const start = page.getByLabel('Start time')
  const before = await start.inputValue()
  await choose(page, `Factory time (${factory})`)
  await expect(page.getByRole('contentinfo')).toContainText(factory)
  await expect(start).not.toHaveValue(before)
  expect(minutesBetween(before, await start.inputValue())).toBe(4 * 60 + 30)

  // It is remembered on the next page and after a reload.
  await requested(page, () => card(page, 'FW-511').click())
  await expect(timesIn(page)).toHaveValue(`Factory time (${factory})`)
  await page.reload()
  await expect(timesIn(page)).toHaveValue(`Factory time (${factory})`)

  // Yesterday is the factory's yesterday; in my time it has other edges, and around midnight another date.
  const theirs = await requested(page, () => preset(page, 'Yesterday'))
  expect(theirs.zone).toBe(factory)
  expect(theirs.window).toBe(yesterdayIn(factory))
  const own = await requested(page, () => choose(page, `My time (${mine})`))
  expect([own.window, own.zone]).toEqual([yesterdayIn(mine), mine])

  // Noon is another instant there, and what follows has other figures. (A whole day has the same: the nights are closed.)
  const ownNoon = await requested(page, async () => {
    await start.fill('12:00')
    await page.getByRole('button', { name: 'Apply' }).click()
  })
  const theirNoon = await requested(page, () => choose(page, `Factory time (${factory})`))
  expect([ownNoon.zone, theirNoon.zone]).toEqual([mine, factory])
  expect(theirNoon.window).toBe(ownNoon.window)
  expect(theirNoon.states).not.toEqual(ownNoon.states)
  await preset(page, 'Yesterday')
  await expect(page.getByRole('region', { name: 'Packs per minute' })).toContainText(factory)

  // Arrows, with the keyboard: the day before, and back; tomorrow cannot be reached.
  const earlier = page.getByRole('button', { name: 'Previous period' })
  const later = page.getByRole('button', { name: 'Next period' })
  await earlier.focus()
  const dayBefore = await requested(page, () => page.keyboard.press('Enter'))
  expect(dayBefore.window).toMatch(/^(\S+) 00:00 – \1 23:59$/)
  expect(dayBefore.window < theirs.window).toBe(true)
  expect(new URL(page.url()).searchParams.get('from')).toBe(dayBefore.window.slice(0, 10))
  await later.click()
  await expect(page).toHaveURL(new RegExp(`from=${theirs.window.slice(0, 10)}`))
  const today = await requested(page, () => later.click())
  expect(today.window).toMatch(/^(\S+) 00:00 – \1 23:59$/)
  await expect(later).toHaveAttribute('aria-disabled', 'true')

  // The shift before this one is of the factory's clock: eight hours, or the Sunday; the arrow leads from shift to shift.
  const last = await requested(page, () => preset(page, 'Last shift'))
  expect(last.zone).toBe(factory)
  expect(last.window).toMatch(/ 06:00 – .* 14:00$| 14:00 – .* 22:00$| (22|14|06):00 – .* 06:00$/)
  const shiftBefore = await requested(page, () => earlier.click())
  expect(shiftBefore.window.endsWith(last.window.split(' – ')[0]!)).toBe(true)

  // A colleague in India opens the address: the same instants, in the zone of the link.
  const shared = page.url()
  expect(new URL(shared).searchParams.get('zone')).toBe(factory)
  const india = await browser.newContext({ timezoneId: 'Asia/Kolkata', locale: 'en-GB' })
  const colleague = await india.newPage()
  const path = shared.slice(address().length)
  const opened = await requested(colleague, () => enter(colleague, 'admin', path))
  expect(opened).toEqual(shiftBefore)
  await expect(colleague.getByRole('contentinfo')).toContainText(factory)
  await expect(timesIn(colleague)).toHaveValue(`Factory time (${factory})`)
  await india.close()
})

test('shifts are set in the panel and offered at once', async ({ page }) => {
  await enter(page, 'clientadmin', '/admin/panel?view=shifts')
  const early = page.getByRole('group', { name: 'Shift Early' })
  await expect(early.getByLabel('Start')).toHaveValue('06:00')
  await early.getByRole('button', { name: 'Sunday' }).click()
  await page.getByRole('button', { name: 'Add Shift' }).click()
  const added = page.getByRole('group', { name: 'Shift new shift' })
  await added.getByLabel('Start').fill('06:00')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('alert')).toContainText('Please name every shift.')
  await added.getByLabel('Name').fill('Sunday crew')
  const crew = page.getByRole('group', { name: 'Shift Sunday crew' })
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']) {
    await crew.getByRole('button', { name: day }).click()
  }
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Success!')).toBeVisible()
  await page.reload()
  await expect(crew.getByLabel('Start')).toHaveValue('06:00')
  await expect(crew.getByRole('button', { name: 'Sunday', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(early.getByRole('button', { name: 'Sunday' })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
})

function yesterdayIn(timeZone: string): string {
  const date = new Date(Date.now() - 86_400_000).toLocaleDateString('sv-SE', { timeZone })
  return `${date} 00:00 – ${date} 23:59`
}

/** Minutes from one time of day on to another. */
function minutesBetween(from: string, to: string): number {
  const of = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  return (of(to) - of(from) + 1_440) % 1_440
}
