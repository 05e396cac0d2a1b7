// @slow form

import { addKioskLink, labelHistory, revokeKioskLink, stopList } from '@packboard/contract'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { address, ask, enter } from './people.ts'
import {
  prepareReasons,
  reasonIds,
  sendSamples,
  sendStops,
  stopBookClient,
} from './stoppingMachine.ts'

/** The page of the operators: a stop is named in one tap, in two with another reason, and without a network. */

const openPage = `/admin/operator?client=${stopBookClient}`
const openStop = (page: Page) => page.getByRole('region', { name: 'Open stop' })
const list = (page: Page) => page.getByRole('region', { name: 'Without reason' })
const tab = (page: Page, serialNo: string) =>
  page.getByRole('group', { name: 'Machine' }).getByRole('button', { name: new RegExp(serialNo) })

/** Taps, and counts them. */
function finger() {
  let taps = 0
  return {
    async tap(what: { click(): Promise<void> }) {
      taps += 1
      await what.click()
    },
    get taps() {
      return taps
    },
  }
}

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  await prepareReasons()
  const now = Date.now()
  await sendStops('FW-811', 21, now, true)
  await sendStops('FW-812', 2, now, true)
})

/**
 * Notes in the page when the question of the open stop was painted first, and when the answer of a label had come. A person's
 * own time is not in what is measured; it is printed, and nothing is asserted of it.
 */
async function watchTimes(page: Page) {
  await page.addInitScript(() => {
    const note = (what: 'painted' | 'stored') => {
      document.documentElement.dataset[what] = String(performance.now())
    }
    let seen = false
    new MutationObserver(() => {
      if (seen || !document.body?.textContent?.includes('Why did it stop?')) return
      seen = true
      requestAnimationFrame(() => requestAnimationFrame(() => note('painted')))
    }).observe(document, { childList: true, subtree: true })
    const { fetch } = window
    window.fetch = async (...sent) => {
      const answer = await fetch(...sent)
      if (String(sent[0]).includes('/stops/label') && answer.ok) note('stored')
      return answer
    }
  })
}
async function printTime(page: Page, what: string) {
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-stored', /./)
  const at = async (name: string) => Number(await root.getAttribute(name))
  const seconds = ((await at('data-stored')) - (await at('data-painted'))) / 1_000
  console.log(`${what}: ${seconds.toFixed(2)} s from the first paint of the open stop to its label`)
}

/** The machine stands on: a sample keeps it in sight. */
const standsOn = (serialNo: string, state = 'Film Snap') =>
  sendSamples(serialNo, [{ time: Date.now(), state }])

/** It ran for a moment, and stands again: a stop that nobody has named. */
async function standsAgain(serialNo: string) {
  const now = Date.now()
  await sendSamples(serialNo, [
    { time: now - 1_000, state: 'Execute' },
    { time: now - 200, state: 'Film Snap' },
  ])
}

for (const [width, height] of [
  [1180, 820],
  [390, 844],
] as const) {
  test(`one tap confirms, two choose another reason, at ${width} px`, async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: true,
      timezoneId: 'Europe/London',
    })
    const page = await context.newPage()
    await standsOn('FW-812')
    await enter(page, 'admin', `${openPage}&machine=FW-812`)
    const question = openStop(page)
    await expect(question.getByText('Why did it stop?').first()).toBeVisible()
    await expectAccessible(page, `operator at ${width}, dark`)
    await page.evaluate(() => localStorage.setItem('packboard.colourScheme', 'light'))
    await page.reload()
    await expect(question.getByText('Why did it stop?').first()).toBeVisible()
    await expectAccessible(page, `operator at ${width}, light`)

    const one = finger()
    await one.tap(question.getByRole('button', { name: /Film break.*Confirm/ }))
    await expect(question.getByText('Reason saved')).toBeVisible()
    expect(one.taps).toBe(1)
    await question.getByRole('button', { name: 'Undo' }).click()
    await expect(question.getByRole('button', { name: /Film break.*Confirm/ })).toBeVisible()

    const two = finger()
    await two.tap(question.getByRole('button', { name: 'Film', exact: true }))
    await two.tap(question.getByRole('button', { name: 'Film change' }))
    await expect(question.getByText('Film change')).toBeVisible()
    await expect(question.getByText(/Reason saved|Set by/)).toBeVisible()
    expect(two.taps).toBe(2)
    // Nothing is wider than the phone.
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0)
    await question.getByRole('button', { name: 'Undo' }).click()
    await expect(question.getByRole('button', { name: /Film break.*Confirm/ })).toBeVisible()
    // It is sent and read before the tablet is put away.
    await expect(question.locator('[inert]')).toHaveCount(0)
    await context.close()
  })
}

test('on a tablet a stop is named in one tap, and in two', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 1180, height: 820 },
    hasTouch: true,
    timezoneId: 'Europe/London',
  })
  for (const taps of [1, 2]) {
    const page = await context.newPage()
    await watchTimes(page)
    await standsAgain('FW-812')
    await enter(page, 'admin', `${openPage}&machine=FW-812`)
    const question = openStop(page)
    const hand = finger()
    if (taps === 1) {
      await hand.tap(question.getByRole('button', { name: /Film break.*Confirm/ }))
    } else {
      await hand.tap(question.getByRole('button', { name: 'Film', exact: true }))
      await hand.tap(question.getByRole('button', { name: 'Film change' }))
    }
    await expect(question.getByText(/Reason saved|Set by/)).toBeVisible()
    expect(hand.taps).toBe(taps)
    await printTime(page, `named in ${taps === 1 ? 'one tap' : 'two taps'}`)
    await page.close()
  }
  await context.close()
})

test('two pages on one stop: the second one reads who was first', async ({ browser }) => {
  const context = await browser.newContext({ timezoneId: 'Europe/London' })
  const [first, second] = [await context.newPage(), await context.newPage()]
  await standsAgain('FW-812')
  for (const page of [first, second]) await enter(page, 'admin', `${openPage}&machine=FW-812`)
  const button = (page: Page) => openStop(page).getByRole('button', { name: 'Cleaning' })
  await expect(button(first)).toBeVisible()
  await expect(button(second)).toBeVisible()
  // The second page does not read meanwhile what the first one says.
  await second.route('**/api/admin/stops?**', (route) => route.abort())
  await button(first).click()
  await expect(openStop(first).getByText(/Reason saved|Set by/)).toBeVisible()
  await openStop(second)
    .getByRole('button', { name: /Film break.*Confirm/ })
    .click()
  await expect(second.getByText(/^Film break was not saved\./)).toBeVisible()
  await expect(second.getByRole('alert')).toContainText(/admin was first at \d\d:\d\d: Cleaning/)
  await second.unroute('**/api/admin/stops?**')
  await second.getByRole('button', { name: 'I have seen it' }).click()
  await context.close()
})

test('20 taps in ten minutes without a network are 20 labels with it, and none is there twice', async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: { width: 1180, height: 820 },
    hasTouch: true,
    timezoneId: 'Europe/London',
  })
  const page = await context.newPage()
  await standsOn('FW-811')
  await page.clock.install()
  await enter(page, 'admin', `${openPage}&machine=FW-811`)
  const confirm = list(page).getByRole('button', { name: /^Film break: confirm/ })
  await expect(confirm).toHaveCount(21)
  await context.setOffline(true)
  for (let tap = 0; tap < 20; tap += 1) {
    await confirm.first().click()
    // Each try to send fails meanwhile, and the list is read in vain.
    await page.clock.fastForward(30_000)
  }
  await expect(page.getByText('No network · 20 answers wait here')).toBeVisible()
  await expect(list(page).getByText('waits to be sent')).toHaveCount(20)
  await expectAccessible(page, 'operator without a network')
  await context.setOffline(false)
  // Twenty calls, one after the other.
  await expect(page.getByText(/wait here|to be sent/)).toHaveCount(0, { timeout: 120_000 })

  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('packboard.session') ?? '{}').accessToken as string,
  )
  const read = async (path: string, query: Record<string, string>) => {
    const answer = await fetch(`${address()}${path}?${new URLSearchParams(query)}`, {
      headers: { 'x-access-token': token },
    })
    return answer.json()
  }
  const from = new Date(Date.now() - 4 * 3_600_000)
  const { labels } = labelHistory.answer.parse(
    await read(labelHistory.path, {
      ...{ clientId: String(stopBookClient), machineId: 'FW-811' },
      ...{ from: from.toISOString(), to: new Date().toISOString() },
    }),
  )
  expect(labels).toHaveLength(20)
  expect(new Set(labels.map(({ from: start }) => start.getTime())).size).toBe(20)
  expect(new Set(labels.map(({ reason }) => reason))).toEqual(new Set([reasonIds.filmBreak]))
  const { stops } = stopList.answer.parse(
    await read(stopList.path, {
      ...{ clientId: String(stopBookClient), machineId: 'FW-811', withoutReason: 'true' },
      ...{ micro: 'false', timezone: 'UTC' },
      start_date: from.toISOString().slice(0, 10),
      end_date: new Date().toISOString().slice(0, 10),
    }),
  )
  expect(stops.filter(({ goesOn }) => !goesOn)).toHaveLength(1)
  await context.close()
})

test('what waits is there after a reload, and is sent', async ({ browser }) => {
  const context = await browser.newContext({ timezoneId: 'Europe/London' })
  const page = await context.newPage()
  await enter(page, 'admin', `${openPage}&machine=FW-811`)
  const confirm = list(page).getByRole('button', { name: /^Film break: confirm/ })
  await expect(confirm).toHaveCount(1)
  await page.route('**/api/admin/stops/label', (route) => route.abort())
  await confirm.click()
  await expect(page.getByText(/1 answer waits here|1 waiting to be sent/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/1 answer waits here|1 waiting to be sent/)).toBeVisible()
  await page.unroute('**/api/admin/stops/label')
  await expect(page.getByText(/waits here|to be sent/)).toHaveCount(0)
  await expect(confirm).toHaveCount(0)
  await context.close()
})

test('a tablet without an account: name and PIN once, labels with the name, nothing after it was revoked', async ({
  browser,
}) => {
  await standsAgain('FW-812')
  const { address: page1, id } = await ask('admin', addKioskLink, {
    body: {
      ...{ clientId: stopBookClient, label: 'Line 2', kind: 'operator', pin: '471100' },
      ...{ machines: ['FW-812'], names: ['P. Nowak', 'A. Berg'] },
    },
  })
  const context = await browser.newContext({
    viewport: { width: 820, height: 1180 },
    hasTouch: true,
    timezoneId: 'Europe/London',
  })
  const page = await context.newPage()
  await page.goto(address() + page1)
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible()
  await expect(page.getByText('FW-812')).toHaveCount(0)
  await expectAccessible(page, 'names of a tablet')
  await page.getByRole('button', { name: 'P. Nowak' }).click()
  const type = async (pin: string) => {
    for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
  }
  await type('0000')
  await expect(page.getByRole('alert')).toContainText('This PIN is wrong.')
  await expectAccessible(page, 'PIN of a tablet')
  await type('471100')
  const question = openStop(page)
  await question.getByRole('button', { name: /Film break.*Confirm/ }).click()
  await expect(question.getByText(/Reason saved|Set by/)).toBeVisible()
  await page.reload()
  // The name was given once.
  await expect(question.getByText('Set by P. Nowak · Line 2')).toBeVisible()
  await expect(tab(page, 'FW-811')).toHaveCount(0)
  await page.getByRole('button', { name: 'P. Nowak: choose another name' }).click()
  await expect(page.getByRole('button', { name: 'A. Berg' })).toBeVisible()
  await ask('admin', revokeKioskLink, { id })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
  await context.close()
})

test('the machine of a line is a tab; a machine that runs has nothing to answer', async ({
  page,
}) => {
  await standsOn('FW-812', 'Execute')
  await enter(page, 'admin', openPage)
  await tab(page, 'FW-812').click()
  await expect(page).toHaveURL(/machine=FW-812/)
  await expect(openStop(page).getByText('Nothing to answer.')).toBeVisible()
  await page.reload()
  await expect(tab(page, 'FW-812')).toHaveAttribute('aria-pressed', 'true')
})
