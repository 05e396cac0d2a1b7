// Devices and their tokens.
import { answering, inDialog, press } from './acts.mjs'
import { at } from './addresses.mjs'

const device = (id, name, machines, more = {}) => ({
  id,
  clientId: 1,
  clientName: 'Northfield Confectionery',
  name,
  machines,
  createdAt: at(2_000),
  lastSeenAt: at(0),
  tokenMadeAt: at(700),
  oldUntil: null,
  version: 1,
  ...more,
})
const devices = {
  devices: [
    device(1, 'FW-101', ['FW-101']),
    device(2, 'FW-102', ['FW-102'], { tokenMadeAt: at(3), oldUntil: at(-21) }),
    device(3, 'gateway-hall-2', ['FW-201', 'FW-202', 'FW-301', 'FW-302', 'VF-401', 'VF-402'], {
      tokenMadeAt: null,
    }),
    device(4, 'gateway-nova-snacks', 'all', {
      clientId: 3,
      clientName: 'Nova Snacks',
      lastSeenAt: null,
    }),
  ],
  machines: ['FW-101', 'FW-102', 'FW-201', 'FW-202'].map((serialNo) => ({ clientId: 1, serialNo })),
}
const deviceCalls = '**/api/admin/device*'
const deviceToken = 'Zk3nQ7xV9sK4tLr8ZpW3nB6yHc1JdF5gEa0mUoRiT2w'

export const devicesScenes = [
  {
    name: 'devices',
    who: 'admin',
    path: '/admin/panel?view=devices',
    manual: [1440],
    wire: { [deviceCalls]: answering(devices) },
  },
  {
    name: 'device-add',
    who: 'admin',
    path: '/admin/panel?view=devices',
    full: false,
    wire: { [deviceCalls]: answering(devices) },
    async act(page) {
      await press('Add Device')(page)
      const form = page.getByRole('dialog')
      await form.getByLabel('Name').fill('FW-303')
      await form.getByRole('combobox', { name: 'Client' }).click()
      await page.getByRole('option', { name: 'Northfield Confectionery' }).click()
      await form.getByRole('combobox', { name: 'Sends For' }).click()
      await page.getByRole('option', { name: 'These machines' }).click()
      await form.getByRole('combobox', { name: 'Machines' }).click()
      await page.getByRole('option', { name: 'FW-201' }).click()
      await page.getByRole('option', { name: 'FW-202' }).click()
      await page.keyboard.press('Tab')
    },
  },
  {
    name: 'device-token',
    who: 'admin',
    path: '/admin/panel?view=devices',
    full: false,
    wire: {
      [deviceCalls]: answering(devices),
      '**/api/admin/device/2/token': answering({
        message: 'Success!',
        token: deviceToken,
        oldUntil: at(-24),
      }),
    },
    async act(page) {
      await press('New token for FW-102')(page)
      await inDialog(page, 'Make Token')
      await page.getByText('Copy it now').waitFor()
    },
    after: 5_000,
  },
  {
    name: 'device-rotate',
    who: 'admin',
    path: '/admin/panel?view=devices',
    full: false,
    wire: { [deviceCalls]: answering(devices) },
    act: press('New token for FW-102'),
  },
  {
    name: 'device-delete',
    who: 'clientadmin',
    path: '/admin/panel?view=devices',
    full: false,
    wire: { [deviceCalls]: answering(devices) },
    act: press('Delete FW-101'),
  },
]
