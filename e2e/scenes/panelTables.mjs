// The tables of the panel.
import {
  answering,
  changed,
  edit,
  failing,
  fill,
  inDialog,
  inGerman,
  insteadOf,
  press,
} from './acts.mjs'

const deleteFirst = (title) => async (page) => {
  const table = page.getByRole('region', { name: title, exact: true })
  await table
    .getByRole('button', { name: /^Delete/ })
    .and(page.locator(':enabled'))
    .first()
    .click()
}

/** A machine is added; nothing is stored. */
const addMachine = async (page) => {
  await press('Add Machine')(page)
  for (const [list, option] of [
    ['Client', 'Nova Snacks'],
    ['Machine Type', 'VFFS V-240'],
  ]) {
    await page.getByRole('dialog').getByRole('combobox', { name: list, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await fill(page, { 'Serial No': 'VF-700' })
  await inDialog(page, 'Add')
  await page.getByRole('link', { name: 'Connect this machine' }).scrollIntoViewIfNeeded()
}

/** The first client has accounts and devices of the distributor before. */
const formerDistributor = changed(({ clients: [first, ...others] }) => ({
  clients: [
    {
      ...first,
      formerAccess: { users: ['old.admin', 'service.lund'], devices: ['gateway-hall-2'] },
    },
    ...others,
  ],
}))
const emailPending = changed(({ users }) => ({
  users: users.map((user) =>
    user.username === 'clientadmin'
      ? { ...user, pendingEmail: 'helen.ward@northfield-confectionery.example' }
      : user,
  ),
}))

/** One of each kind. */
const allWarnings = [
  { code: 'disk.low', freeBytes: 3.4e9, totalBytes: 64e9 },
  { code: 'proxy.untrusted' },
  { code: 'plain.onNetwork' },
  { code: 'certificate.unusable' },
  {
    code: 'externalBroker.lost',
    address: 'broker.plant.example:8883',
    since: '2026-11-21T09:12:00.000Z',
    reason: 'Connection refused: Not authorized',
  },
  { code: 'limits.near', devices: 1, machines: 2 },
  {
    code: 'records.damaged',
    table: 'process_values',
    month: '2026-10',
    rows: 214_603,
    cause: 'lost',
  },
]

export const panelTablesScenes = [
  { name: 'panel', who: 'admin', path: '/admin/panel', manual: [1440] },
  {
    name: 'panel-add',
    who: 'admin',
    path: '/admin/panel',
    full: false,
    manual: [1440],
    act: press(/^Add/),
  },
  {
    name: 'panel-update',
    who: 'admin',
    path: '/admin/panel',
    full: false,
    act: press(/^(Edit|Update)/),
  },
  { name: 'panel-delete', who: 'admin', path: '/admin/panel', full: false, act: press(/^Delete/) },
  {
    name: 'panel-add-refused',
    who: 'admin',
    path: '/admin/panel',
    full: false,
    async act(page) {
      await press('Add Distributor')(page)
      await inDialog(page, 'Add')
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'panel-select',
    who: 'admin',
    path: '/admin/panel',
    full: false,
    async act(page) {
      await press('Add Machine')(page)
      await page.getByRole('dialog').getByRole('combobox').first().click()
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'machine-edit', who: 'admin', path: '/admin/panel', full: false, act: edit('Machines') },
  { name: 'client-edit', who: 'admin', path: '/admin/panel', full: false, act: edit('Clients') },
  {
    name: 'former-access',
    who: 'admin',
    path: '/admin/panel',
    full: false,
    wire: { '**/api/admin/client': insteadOf('GET', formerDistributor) },
    act: press(/^Access of a former distributor to/),
  },
  {
    name: 'user-email-pending',
    who: 'admin',
    path: '/admin/panel',
    full: false,
    wire: { '**/api/admin/user': insteadOf('GET', emailPending) },
    act: press(/^Edit clientadmin$/),
  },
  { name: 'user-add', who: 'admin', path: '/admin/panel', full: false, act: press('Add User') },
  { name: 'client-add', who: 'admin', path: '/admin/panel', full: false, act: press('Add Client') },
  {
    name: 'machine-add',
    who: 'admin',
    path: '/admin/panel',
    full: false,
    act: press('Add Machine'),
  },
  {
    name: 'machine-added',
    who: 'admin',
    path: '/admin/panel',
    full: false,
    wire: {
      '**/api/admin/machine': insteadOf('POST', answering({ message: 'Success!', id: 1 })),
    },
    act: addMachine,
  },
  {
    name: 'machine-type-add',
    who: 'admin',
    path: '/admin/panel',
    full: false,
    act: press('Add Machine Type'),
  },
  {
    name: 'panel-delete-client',
    who: 'admin',
    path: '/admin/panel',
    full: false,
    act: deleteFirst('Clients'),
  },
  {
    name: 'toasts',
    who: 'admin',
    path: '/admin/panel',
    full: false,
    wire: {
      '**/api/admin/distributor/*': insteadOf('DELETE', answering({ message: 'Success!' })),
      '**/api/admin/machine/*': insteadOf('DELETE', failing),
    },
    async act(page) {
      await deleteFirst('Machines')(page)
      await inDialog(page, 'Confirm')
      await page.getByRole('alert').first().waitFor()
      await inDialog(page, 'Cancel')
      await deleteFirst('Distributors')(page)
      await inDialog(page, 'Confirm')
      await page.getByText('Distributor deleted successfully').waitFor()
    },
    after: 400,
  },
  {
    name: 'panel-search-none',
    who: 'clientadmin',
    path: '/admin/panel',
    act: (page) => page.getByRole('searchbox').first().fill('nobody at all'),
  },
  {
    name: 'panel-empty',
    who: 'distributor',
    path: '/admin/panel',
    wire: {
      '**/api/admin/client': insteadOf('GET', answering({ clients: [] })),
      '**/api/admin/machine': insteadOf('GET', answering({ machines: [] })),
      '**/api/admin/user': insteadOf('GET', answering({ users: [] })),
    },
  },
  {
    name: 'panel-failed',
    who: 'clientadmin',
    path: '/admin/panel',
    wire: { '**/api/admin/user': failing },
    after: 3_000,
  },
  {
    name: 'panel-warnings',
    who: 'admin',
    path: '/admin/panel',
    full: false,
    wire: { '**/api/admin/warnings': answering({ warnings: allWarnings }) },
  },
  { name: 'panel-german', who: 'admin', path: '/admin/panel', ...inGerman },
  { name: 'panel-users', who: 'clientadmin', path: '/admin/panel' },
]
