// @slow form

import { expect, test } from '@playwright/test'
import { expectAccessible, settled } from './axe.ts'
import { address, enter } from './people.ts'

/** How a shift goes: in one sentence, against its target, with what cost most; and yesterday's as well. */

const sentence = 'The shift in short'

test('the running shift says how it goes, and the arrows walk to those before', async ({
  page,
}) => {
  await enter(page, 'clientadmin', '/admin/shift')
  const said = page.getByRole('region', { name: sentence }).getByRole('paragraph')
  await expect(said.first()).toHaveText(/\.$/)
  await expect(page.getByRole('region', { name: 'Figures of the shift' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Against target' })).toBeVisible()
  await settled(page)
  await expectAccessible(page, 'the running shift')
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/[?&]start=/)
  await settled(page)
  const before = page.url()
  await page.keyboard.press('ArrowLeft')
  await expect(page).not.toHaveURL(before)
  await settled(page)
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(before)
  await settled(page)
  await expectAccessible(page, 'a past shift')
  await page.getByRole('button', { name: 'Now', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/shift$/)
})

test('a number in the sentence opens what it was made from', async ({ page }) => {
  await enter(page, 'clientadmin', '/admin/shift')
  const link = page.getByRole('region', { name: sentence }).getByRole('link').first()
  await link.click()
  await expect(page).toHaveURL(/#(against|questions)$|\/admin\/(productionData|timeline|dashboard)/)
})

test('on a phone the same text comes first, and nothing is wider than the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await enter(page, 'clientadmin', '/admin/shift')
  await expect(page.getByRole('region', { name: sentence })).toBeInViewport()
  await settled(page)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(320)
})

test('a past shift on paper is one page of A4', async ({ page }) => {
  await enter(page, 'clientadmin', '/admin/shift')
  await page.getByRole('button', { name: 'Shift before (←)' }).click()
  await expect(page).toHaveURL(/[?&]start=/)
  await settled(page)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 842])
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})

test('home says how the shift goes before it says where one may go', async ({ page }) => {
  await enter(page, 'clientadmin')
  await expect(page.getByRole('region', { name: sentence })).toBeVisible()
  const main = page.getByRole('main')
  for (const tile of [/^Dashboard/, /^Per Day Summary/, /^Management Panel/]) {
    await expect(main.getByRole('link', { name: tile })).toBeVisible()
  }
  await settled(page)
  await expectAccessible(page, 'home')
})

test('a role user lands on the overview, not on home', async ({ page }) => {
  await enter(page, 'user')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
})

test('staff see where something stands, choose with one press, and find the client again', async ({
  page,
}) => {
  await enter(page, 'admin')
  await expect(
    page.getByText('Please select Client for which you want to view data:'),
  ).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Select Client:' })).toBeVisible()
  const board = page.getByRole('list', { name: 'Clients by what stands there' })
  await board.getByRole('button', { name: /Northfield Confectionery/ }).click()
  await expect(page).toHaveURL(`${address()}/admin/index?client=1`)
  await page.reload()
  await expect(page.getByRole('region', { name: sentence })).toBeVisible()
  await page.getByRole('button', { name: 'Back to Main Page' }).click()
  await expect(page).toHaveURL(`${address()}/admin/index`)
  await expect(page.getByRole('combobox', { name: 'Select Client:' })).toBeVisible()
})
