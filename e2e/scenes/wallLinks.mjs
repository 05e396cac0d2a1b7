// Links for televisions.
import { answering, inDialog, press } from './acts.mjs'
import { at } from './addresses.mjs'

const link = (id, label, more = {}) => ({
  id,
  clientId: 1,
  clientName: 'Northfield Confectionery',
  ...{ kind: 'board', machines: [], allMachines: true, names: [], pin: false, version: 1 },
  ...{ pinSpent: false, colourScheme: 'dark', density: 'comfortable' },
  label,
  createdBy: 'clientadmin',
  makerDeleted: false,
  createdAt: at(200),
  expiresAt: null,
  lastSeenAt: null,
  revokedAt: null,
  ...more,
})
const links = {
  links: [
    link(1, 'Television, packing hall', { lastSeenAt: at(0) }),
    link(2, 'Office of the shift managers, first floor', { expiresAt: at(-2_000) }),
    link(4, 'Tablet, line 1', {
      ...{ kind: 'operator', machines: ['FW-101', 'FW-102'], allMachines: false, pin: true },
      ...{ names: ['A. Kaur', 'P. Nowak'], lastSeenAt: at(0) },
    }),
    link(5, 'Tablet, line 2', {
      ...{ kind: 'operator', machines: ['FW-201'], allMachines: false, pin: true, pinSpent: true },
      ...{ names: ['M. Silva'], lastSeenAt: at(0) },
    }),
    link(3, 'Canteen', { lastSeenAt: at(90), revokedAt: at(80) }),
  ],
}
const walls = '**/api/admin/kiosk-link*'

export const wallLinksScenes = [
  {
    name: 'wall-links',
    who: 'admin',
    path: '/admin/panel?view=walls',
    wire: { [walls]: answering(links) },
  },
  {
    name: 'wall-links-empty',
    who: 'clientadmin',
    path: '/admin/panel?view=walls',
    wire: { [walls]: answering({ links: [] }) },
  },
  {
    name: 'wall-link-add',
    who: 'admin',
    path: '/admin/panel?view=walls',
    full: false,
    wire: { [walls]: answering(links) },
    act: press('Add Wall Link'),
  },
  {
    name: 'wall-link-pin-spent',
    who: 'clientadmin',
    path: '/admin/panel?view=walls',
    full: false,
    wire: { [walls]: answering(links) },
    act: press(/^Edit Tablet, line 2/),
  },
  {
    name: 'wall-link-tablet',
    who: 'clientadmin',
    path: '/admin/panel?view=walls',
    full: false,
    wire: { [walls]: answering(links) },
    act: press(/^Edit Tablet, line 1/),
  },
  {
    name: 'wall-link-made',
    who: 'clientadmin',
    path: '/admin/panel?view=walls',
    full: false,
    wire: {
      [walls]: (route) =>
        route.fulfill({
          json:
            route.request().method() === 'POST'
              ? { message: 'Success!', id: 4, address: '/wall#7Qm2xV9sK4tLr8ZpW3nB6yHc1JdF5gEa' }
              : links,
        }),
    },
    async act(page) {
      await press('Add Wall Link')(page)
      await page.getByRole('dialog').getByLabel('Name').fill('Television, line 4')
      await inDialog(page, 'Add')
      await page.getByText('Copy it now').waitFor()
    },
    after: 5_000,
  },
  {
    name: 'wall-link-revoke',
    who: 'clientadmin',
    path: '/admin/panel?view=walls',
    full: false,
    wire: { [walls]: answering(links) },
    act: press(/^Revoke Television/),
  },
  { name: 'kiosk-revoked', path: '/wall#a-link-that-was-revoked', full: false },
]
