// The limits of the installation.
import { answering, changed, failing } from './acts.mjs'

const limitsView = '/admin/panel?view=limits'
const near = {
  devices: [
    {
      id: 2,
      name: 'gateway-hall-2',
      clientId: 1,
      clientName: 'Northfield Confectionery',
      usedMegabytes: 8_020,
    },
  ],
  machines: [
    {
      machineId: 'FW-102',
      clientId: 1,
      clientName: 'Northfield Confectionery',
      records: 100_000,
      megabytes: 212.4,
    },
    {
      machineId: null,
      clientId: 3,
      clientName: 'Nova Snacks',
      records: 12_400,
      megabytes: 841.9,
    },
  ],
}
const someNear = {
  '**/api/admin/limits': changed((answer) => ({ ...answer, ...near })),
  '**/api/admin/warnings': answering({
    warnings: [{ code: 'limits.near', devices: 1, machines: 2 }],
  }),
}

export const limitsScenes = [
  { name: 'limits', who: 'admin', path: limitsView },
  { name: 'limits-near', who: 'admin', path: limitsView, wire: someNear, manual: [1440] },
  {
    name: 'limits-refused',
    who: 'admin',
    path: limitsView,
    async act(page) {
      await page.getByLabel('MB Sent by a Device per Day').fill('12')
      await page.getByRole('button', { name: 'Update' }).click()
      await page.getByText('Please enter a whole number from 64').waitFor()
    },
  },
  {
    name: 'limits-failed',
    who: 'admin',
    path: limitsView,
    wire: { '**/api/admin/limits': failing },
    after: 3_000,
  },
]
