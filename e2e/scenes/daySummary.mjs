// The per-day page.
import { failing, incomplete, press } from './acts.mjs'
import { days, emptyDay } from './addresses.mjs'

export const daySummaryScenes = [
  { name: 'day-summary', who: 'clientadmin', path: days, manual: [1440] },
  { name: 'day-summary-zones', who: 'clientadmin', path: days, timezone: 'America/New_York' },
  {
    name: 'day-summary-sorted',
    who: 'clientadmin',
    path: '/admin/day-summary?sort=-packs&find=FW-202',
  },
  { name: 'day-summary-client', who: 'admin', path: days },
  { name: 'day-summary-empty', who: 'clientadmin', path: `${days}?${emptyDay}` },
  {
    name: 'day-summary-failed',
    who: 'clientadmin',
    path: days,
    wire: { '**/api/admin/day-summary*': failing },
    after: 3_000,
  },
  { name: 'day-summary-incomplete', who: 'clientadmin', path: days, wire: incomplete },
  {
    name: 'day-summary-offline',
    who: 'clientadmin',
    path: '/admin/dashboard',
    async act(page) {
      await page.evaluate(() => window.dispatchEvent(new Event('offline')))
      const menu = page.getByRole('button', { name: 'Menu' })
      const link = page.getByRole('link', { name: 'Per Day Summary' })
      if (!(await link.isVisible())) await menu.click()
      await link.click()
      await page.getByRole('article', { name: 'Packs Produced' }).getByText('Offline').waitFor()
    },
  },
  {
    name: 'day-details',
    who: 'clientadmin',
    path: days,
    full: false,
    manual: [1440],
    act: press(/^Details for/),
  },
  {
    name: 'not-allowed',
    who: 'user',
    path: days,
    session: { subscriptionLabel: 'standard' },
  },
]
