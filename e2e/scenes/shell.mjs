// Help, notices and the page without a network.
import { inGerman } from './acts.mjs'

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
    act: (page) => page.evaluate(() => window.dispatchEvent(new Event('offline'))),
  },
  // A mistyped address.
  { name: 'unknown-address', who: 'clientadmin', path: '/dashboards' },
  { name: 'unknown-page', who: 'clientadmin', path: '/admin/dashboards' },
  { name: 'offline', path: '/offline.html', manual: [1440] },
]
