// The machine cards.
import { failing, incomplete, never, notScheduled } from './acts.mjs'

export const overviewScenes = [
  { name: 'overview', who: 'clientadmin', path: '/admin/dashboard', manual: [1440, 390] },
  {
    name: 'overview-compact',
    who: 'clientadmin',
    path: '/admin/dashboard',
    stored: { 'packboard.density': 'compact' },
  },
  {
    name: 'overview-compared',
    who: 'clientadmin',
    path: '/admin/dashboard?group=line&with=shift',
    act: (page) => page.getByText(/ pt/).first().waitFor(),
  },
  {
    name: 'overview-view',
    who: 'clientadmin',
    path: '/admin/dashboard',
    full: false,
    act: (page) => page.getByRole('button', { name: 'View', exact: true }).click(),
  },
  { name: 'overview-types', who: 'clientadmin', path: '/admin/dashboard?group=type' },
  {
    name: 'overview-arrange',
    who: 'clientadmin',
    path: '/admin/dashboard',
    manual: [1440],
    async act(page) {
      if (page.viewportSize().width <= 640) return
      await page.getByRole('button', { name: 'View', exact: true }).click()
      await page.getByRole('button', { name: 'Arrange' }).click()
      await page.getByRole('button', { name: 'Favourite: FW-102' }).click()
    },
  },
  {
    name: 'overview-loading',
    who: 'clientadmin',
    path: '/admin/dashboard',
    wire: { '**/api/admin/machinesData': never },
    waits: false,
    after: 2_500,
  },
  {
    name: 'overview-empty',
    who: 'clientadmin',
    path: '/admin/dashboard',
    wire: {
      '**/api/admin/client_machines/*': (route) => route.fulfill({ json: { machines: [] } }),
    },
  },
  {
    name: 'overview-failed',
    who: 'clientadmin',
    path: '/admin/dashboard',
    wire: { '**/api/admin/machinesData': failing },
  },
  {
    name: 'overview-stale',
    who: 'clientadmin',
    path: '/admin/dashboard',
    clock: true,
    manual: [1440],
    // Without its stream nothing is newer than the last answer.
    wire: { '**/machines-live**': (route) => route.abort() },
    async act(page) {
      await page.locator('main [data-band]').first().waitFor()
      await page.route('**/api/admin/**', (route) => route.abort())
      await page.clock.runFor(60_000)
      await page.getByText('Connection lost.').waitFor()
    },
  },
  // A closed Sunday: who is silent is not scheduled, one machine is silent with a plan of its own.
  {
    name: 'overview-planned',
    who: 'clientadmin',
    path: '/admin/dashboard',
    wire: notScheduled,
  },
  { name: 'overview-incomplete', who: 'clientadmin', path: '/admin/dashboard', wire: incomplete },
  {
    name: 'tour',
    who: 'clientadmin',
    path: '/admin/dashboard',
    tour: true,
    full: false,
    act: (page) => page.getByText('1 of 4').waitFor(),
  },
  {
    name: 'tour-end',
    who: 'clientadmin',
    path: '/admin/dashboard',
    tour: true,
    full: false,
    async act(page) {
      for (const step of [1, 2, 3]) {
        await page.getByText(`${step} of 4`).waitFor()
        await page.getByRole('button', { name: 'Next' }).click()
      }
      await page.getByText('4 of 4').waitFor()
    },
  },
]
