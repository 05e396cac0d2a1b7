import { expect, test } from '@playwright/test'
import { expectAccessible, settled } from './axe.ts'
import { enter } from './people.ts'
import { sendSamples, stopBookClient } from './stoppingMachine.ts'

/** A machine that counts the time of its states was cut off for 20 minutes: what it says of them is marked. */

const serialNo = 'FW-812'
const minute = 60_000

test.beforeAll(async () => {
  const end = Date.now() - 3 * minute
  const from = end - 60 * minute
  const samples = Array.from({ length: 121 }, (_, step) => from + step * 30_000)
    .filter((time) => time <= from + 20 * minute || time >= from + 40 * minute)
    .map((time) => {
      // It ran, but for five minutes of the cut.
      const stood = time < from + 40 * minute ? 0 : 300
      const ran = (time - from) / 1_000 - stood
      const stateSeconds = { Execute: 1_000 + ran, Stopped: 70 + stood }
      return { time, state: 'Execute', packs: 500 + ran, stateSeconds }
    })
  await sendSamples(serialNo, samples)
})

test('recovered time is marked on the cards, in Explain, in its intervals and on lanes', async ({
  page,
}) => {
  const picture = async (name: string) => {
    const folder = process.env.PACKBOARD_PICTURES
    if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
  }
  await enter(page, 'admin', `/admin/productionData/${stopBookClient}/${serialNo}?preset=last8h`)
  await expect(
    page.getByText('Of this, 0h 20m 00s and 900 packs were recovered after gaps'),
  ).toBeVisible()
  await settled(page)
  await picture('production')
  await page
    .getByRole('button', { name: /^Explain/ })
    .first()
    .click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText('Of these, recovered after gaps')).toBeVisible()
  const source = panel.getByRole('group', { name: 'Intervals from' })
  await source.getByText('Recovered').click()
  await expect(panel.getByRole('row')).toHaveCount(2)
  await settled(page)
  await expectAccessible(page, 'an explanation with recovered intervals', '[role="dialog"]')
  await source.scrollIntoViewIfNeeded()
  await picture('explain')
  await page.keyboard.press('Escape')
  await page.goto(
    `${new URL(page.url()).origin}/admin/timeline?client=${stopBookClient}&preset=last8h`,
  )
  const lanes = page.getByRole('slider')
  await lanes.waitFor()
  await settled(page)
  await picture('timeline')
})
