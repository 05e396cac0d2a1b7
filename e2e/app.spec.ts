// @slow form

import { expect, test } from '@playwright/test'
import { address, openOverview, signIn } from './people.ts'

test.use({ serviceWorkers: 'allow' })

const keptAddresses = async () => {
  const names = await caches.keys()
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  return kept.flat().map(({ url }) => new URL(url).pathname)
}

test('without a server an open page says so, and a new one says offline and since when, and no figure', async ({
  page,
  context,
}) => {
  await signIn(page, 'clientadmin')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true)
  await context.setOffline(true)
  // What lasts less than ten seconds is not shown.
  await expect(page.getByText(/^Connection lost\. Values are from \d\d:\d\d:\d\d\.$/)).toBeVisible({
    timeout: 30_000,
  })

  await page.goto(`${address()}/admin/dashboard`)
  await expect(page.getByRole('heading', { name: 'Offline' })).toBeVisible()
  await expect(page.locator('#since')).toHaveText(
    /^since \d\d-\d\d-\d{4} \d\d:\d\d:\d\d \(Europe\/London\)$/,
  )
  await expect(page.getByText(/Total Packs/)).toHaveCount(0)

  await context.setOffline(false)
  await expect(page.getByText('Last Updated Time')).toBeVisible({ timeout: 30_000 })
})

test('the browser keeps only the shell of the screens, and after sign-out nothing of the person', async ({
  page,
}) => {
  await signIn(page, 'admin')
  await openOverview(page, 'Northfield Confectionery')
  await page.evaluate(() => navigator.serviceWorker.ready)
  const kept = await page.evaluate(keptAddresses)
  expect(kept).toContain('/offline.html')
  expect(kept.filter((path) => !/^\/(assets\/|offline\.(html|js)$|icon\.svg$)/.test(path))).toEqual(
    [],
  )
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
  const left = await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))
  expect(
    Object.keys(left).filter((key) => key !== 'packboard.tour' && key !== 'packboard.answered'),
  ).toEqual([])
})

test('the browser finds an app that it can install', async ({ page, request }) => {
  await page.goto(`${address()}/auth/login`)
  const href = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = await (await request.get(`${address()}${href}`)).json()
  expect(manifest).toMatchObject({ name: 'Packboard', display: 'standalone', scope: '/' })
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await request.get(`${address()}${src}`)
    expect(icon.status(), `${src} ${sizes}`).toBe(200)
    expect(icon.headers()['content-type']).toBe(type)
  }
  expect(
    manifest.icons.map(
      (icon: { sizes: string; purpose: string }) => `${icon.sizes} ${icon.purpose}`,
    ),
  ).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']))
})
