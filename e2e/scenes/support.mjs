// The support bundle.
import { failing } from './acts.mjs'

const supportView = '/admin/panel?view=support'

export const supportScenes = [
  { name: 'support', who: 'admin', path: supportView, manual: [1440] },
  {
    name: 'support-failed',
    who: 'admin',
    path: supportView,
    wire: { '**/api/admin/support-bundle': failing },
    async act(page) {
      await page.getByRole('button', { name: 'Download Support Bundle' }).click()
      await page.getByRole('alert').first().waitFor()
    },
  },
]
