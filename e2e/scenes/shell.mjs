// Help, notices and the page without a network.
import { answering, inGerman } from './acts.mjs'

export const shellScenes = [
  {
    name: 'help',
    who: 'clientadmin',
    path: '/admin/index',
    full: false,
    manual: [1440],
    act: (page) => page.keyboard.press('?'),
  },
  {
    name: 'help-german',
    who: 'clientadmin',
    path: '/admin/index',
    full: false,
    ...inGerman,
    act: (page) => page.keyboard.press('?'),
  },
  {
    name: 'bar-more',
    who: 'clientadmin',
    path: '/admin/dashboard',
    full: false,
    async act(page) {
      const menu = page.getByRole('button', { name: 'Menu', exact: true })
      const more = page.getByRole('button', { name: 'More', exact: true })
      await ((await menu.isVisible()) ? menu : more).click()
    },
  },
  {
    name: 'palette',
    who: 'clientadmin',
    path: '/admin/dashboard',
    full: false,
    async act(page) {
      await page.getByText('Last Updated Time').waitFor()
      await page.getByRole('button', { name: 'Search and commands', exact: true }).click()
      await page.getByRole('combobox', { name: 'Search and commands' }).fill('line 1')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'palette-empty',
    who: 'admin',
    path: '/admin/dashboard?client=1',
    full: false,
    async act(page) {
      await page.getByText('Last Updated Time').waitFor()
      await page.getByRole('button', { name: 'Search and commands', exact: true }).click()
      await page.locator('[role="listbox"][aria-busy="false"]').waitFor()
    },
  },
  {
    name: 'saved-views',
    who: 'clientadmin',
    path: '/admin/compare?preset=last7d&by=shift',
    full: false,
    wire: {
      '**/api/admin/views/1': answering({
        mayShare: true,
        views: [
          {
            id: 1,
            name: 'Line 1 today',
            address: '/admin/timeline?preset=today&line=Line+1',
            isShared: true,
            isOwn: false,
            owner: 'engineer',
          },
          {
            id: 2,
            name: 'Shifts of the week',
            address: '/admin/compare?preset=last7d&by=shift',
            isShared: false,
            isOwn: true,
            owner: 'clientadmin',
          },
        ],
      }),
    },
    async act(page) {
      await page.evaluate(() => document.querySelector('[aria-label="Saved views"]')?.click())
      await page.getByRole('link', { name: 'Shifts of the week' }).waitFor()
    },
  },
  {
    name: 'new-version',
    who: 'clientadmin',
    path: '/admin/index',
    full: false,
    wire: { '**/version.json': (route) => route.fulfill({ json: { build: 'another' } }) },
    async act(page) {
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await page.getByText('A new version is available.').waitFor()
    },
  },
  {
    name: 'offline-notice',
    who: 'clientadmin',
    path: '/admin/index',
    full: false,
    clock: true,
    wire: { '**/version.json': (route) => route.abort() },
    async act(page) {
      await page.evaluate(() => window.dispatchEvent(new Event('offline')))
      await page.clock.runFor(15_000)
      await page.getByText('Connection lost.').waitFor()
    },
  },
  // A mistyped address.
  { name: 'unknown-address', who: 'clientadmin', path: '/dashboards' },
  { name: 'unknown-page', who: 'clientadmin', path: '/admin/dashboards' },
  { name: 'offline', path: '/offline.html', manual: [1440] },
]
