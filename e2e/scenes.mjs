// Every screen and state that `npm run screens` takes a picture of and `npm run spoken` reads: the user, the address,
// and the actions on it.

const day = 86_400_000
/** Sunday is closed. */
const lastWorkday = () => {
  const yesterday = new Date(Date.now() - day)
  const worked = yesterday.getUTCDay() === 0 ? yesterday.getTime() - day : yesterday
  return new Date(worked).toISOString().slice(0, 10)
}

/** A past shift, so that the pictures of one run have the same window. */
const shift = () => `from=${lastWorkday()}&to=${lastWorkday()}&start=06:00&end=14:30`
const machine = () => `/admin/productionData/1/FW-102?${shift()}`
/** The seals of this machine fail in the late shift, after a change of its temperature. */
const troubled = () =>
  `/admin/productionData/1/FW-202?from=${lastWorkday()}&to=${lastWorkday()}&start=14:00&end=22:00`
const emptyDay = 'from=2001-01-01&to=2001-01-01&start=06:00&end=14:30'
const days = '/admin/day-summary'

const never = () => new Promise(() => {})
const failing = (route) =>
  route.fulfill({
    status: 500,
    json: { code: 'server.failed', message: 'Something went wrong.', requestId: 'r' },
  })
const press = (name) => (page) => page.getByRole('button', { name }).first().click()
const openExplain = press('Explain this number: OEEE')
/** A language other than English, as a user chose it in this browser. */
const inGerman = { stored: { 'packboard.language': 'de' } }
const answering = (json) => (route) => route.fulfill({ json })
/** The picture shows what is said about a change; nothing is changed. */
const insteadOf = (method, answer) => (route) =>
  route.request().method() === method ? answer(route) : route.fallback()
const inDialog = (page, name) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
const at = (hours) => new Date(Date.now() - hours * 3_600_000).toISOString()

const letter = (to, subject, text) => ({ at: at(2), to, subject, text })
const outbox = {
  mails: [
    letter(
      'ingrid.dahl@norskkjeks.example',
      'Your Packboard account',
      'Hello Ingrid,\n\nAn account was made for you: ingrid.dahl.\nChoose your password here, within 7 days:\n\nhttps://packboard.example/auth/reset-password/8c1f0d2a7b6e4f539a0c/create\n',
    ),
    letter(
      'helen.ward@northfield.example',
      'Reset your password',
      'Hello Helen,\n\nSet a new password here, within an hour:\n\nhttps://packboard.example/auth/reset-password/41d7e90be2c64c7fa8b1\n',
    ),
  ],
}

const link = (id, label, more = {}) => ({
  id,
  clientId: 1,
  clientName: 'Northfield Confectionery',
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
    link(3, 'Canteen', { lastSeenAt: at(90), revokedAt: at(80) }),
  ],
}
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
const deleted = {
  deleted: [
    ['machine', 'FW-303', 'Northfield Confectionery', 3],
    ['user', 'otto.berg', 'Norsk Kjeks AS', 70],
    ['client', 'Pan de Ebro', null, 400],
  ].map(([kind, name, clientName, hours], index) => ({
    kind,
    id: index + 1,
    name,
    clientName,
    deletedAt: at(hours),
    restorableUntil: at(hours - 720),
  })),
}
const walls = '**/api/admin/kiosk-link*'
const names = {
  names: [
    {
      id: 2,
      pseudonym: 'erased-3f9c01d27ab4',
      erasedBy: 'clientadmin',
      erasedAt: at(0.1),
      doneAt: null,
    },
    {
      id: 1,
      pseudonym: 'erased-0123456789ab',
      erasedBy: 'admin',
      erasedAt: at(50),
      doneAt: at(49.9),
    },
  ],
}
const eraseName = {
  '**/api/admin/erased-names/1': answering(names),
  '**/api/admin/erased-names/1/count': answering({ records: 1204 }),
}
const countName = async (page) => {
  await fill(page, { 'Operator’s Name': 'Anna Berg' })
  await page.getByRole('button', { name: 'Count Records' }).click()
  await page.getByText('1,204 records hold this name.').waitFor()
}
const received = (serialNo, accepted, clockSkewMs, more = {}) => ({
  serialNo,
  accepted,
  duplicate: 0,
  late: 0,
  conflicting: 0,
  quarantined: 0,
  clockSkewMs,
  ...more,
})
const receivedCounts = {
  machines: [
    received('FW-101', 186_204, 310, { duplicate: 1_204, late: 88 }),
    received('FW-102', 185_977, -20_400, { conflicting: 2, quarantined: 3 }),
    received('FW-201', 0, null),
    received('VF-401', 92_410, 3_720_000, { late: 9_012 }),
  ],
}
const quarantined = (hours, serialNo, reason, detail, record, source = 'http') => {
  const raw = JSON.stringify({ kind: 'sample', serialNo, ...record })
  return { serialNo, reason, detail, receivedAt: at(hours), source, raw, characters: raw.length }
}
const unknown = 'no machine has this serial number'
const quarantine = {
  records: [
    quarantined(0.2, 'FW-303', 'unknownMachine', unknown, {
      time: at(0.2),
      seq: 4_211,
      state: 'Execute',
      product: 'Choc Bar 45 g',
      tool: 'Former 45',
      user: 'Anna Berg',
      speed: 182.5,
      packs: 18_204,
    }),
    quarantined(0.3, 'FW-303', 'unknownMachine', unknown, { time: at(0.3), state: 'Execute' }),
    quarantined(5, 'FW-102', 'tooFarAhead', '172802 s ahead', { time: at(-43) }, 'mqttJson'),
    quarantined(6, 'FW-102', 'implausible', 'speed: Too big: expected number to be <=1000000', {
      time: at(6),
      speed: 4_000_000,
    }),
    quarantined(30, 'FW-511', 'notBound', 'FW-102 is not bound to this machine', { time: at(30) }),
  ],
  count: 5,
}
const receivedOf = (aside) => ({
  '**/api/admin/reception/1': answering({
    machines: aside.count > 0 ? receivedCounts.machines : receivedCounts.machines.slice(2),
  }),
  '**/api/admin/reception/1/quarantine?*': answering(aside),
})
const panelQuarantine = '/admin/panel?view=quarantine'
/** Products in a file of which some lines are refused; nothing of it is stored. */
const tryFile =
  (lines, opener = 'Import CSV', check = 'Check') =>
  async (page) => {
    await page.getByRole('button', { name: opener }).click()
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({
        name: 'products.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(lines.join('\n')),
      })
    await inDialog(page, check)
    await page.getByRole('dialog').getByRole('status').waitFor()
  }
const goodLines = [
  'Product_e,ProductTargetSpeed,ProductWeight',
  'Choc Bar 45 g,165,45',
  'Rye Crisp 90 g,120,90',
]
const wrongLines = [
  ...goodLines,
  'Oat Bar 35 g,fast,35',
  ' ,150,38',
  'Choc Bar 45 g,160,45',
  'Wafer Bar 32 g,150,32,Line 2',
]
const deleteFirst = (title) => async (page) => {
  const table = page.getByRole('region', { name: title, exact: true })
  await table
    .getByRole('button', { name: /^Delete/ })
    .and(page.locator(':enabled'))
    .first()
    .click()
}
const edit =
  (title, what = /^Edit (?!line )/) =>
  async (page) => {
    await page
      .getByRole('region', { name: title, exact: true })
      .getByRole('button', { name: what })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
  }
const fill = async (page, fields) => {
  for (const [label, text] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(text)
  }
}

/**
 * `who`: an account of the demo, or none. `stored`: what the browser remembers. `path`: the address, or what makes it when
 * it is needed. `wire`: answers in place of the server's, by address. `act`: what is done before the picture. `timezone`: of
 * the user. `only`: at these widths alone. `manual`: at these widths it is a picture of README or manual.
 */
export const scenes = [
  { name: 'login', path: '/auth/login', manual: [1440] },
  {
    name: 'login-error',
    path: '/auth/login',
    async act(page) {
      await fill(page, { Username: 'nobody', Password: 'wrong' })
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'register', path: '/auth/register' },
  { name: 'forgot-password', path: '/auth/forgot-password' },
  {
    name: 'forgot-password-sent',
    path: '/auth/forgot-password',
    async act(page) {
      await page.locator('input').first().fill('nobody@example.com')
      await page.getByRole('button', { name: 'Submit' }).click()
      await page.getByText('A reset password link has been sent').waitFor()
    },
  },
  {
    name: 'language-menu',
    path: '/auth/login',
    full: false,
    act: press('Language: English'),
  },
  { name: 'login-german', path: '/auth/login', ...inGerman },
  {
    name: 'outbox',
    path: '/auth/outbox',
    wire: { '**/api/auth/outbox': answering(outbox) },
  },
  { name: 'reset-password', path: '/auth/reset-password/abc' },
  { name: 'reset-password-create', path: '/auth/reset-password/abc/create' },
  {
    name: 'reset-password-refused',
    path: '/auth/reset-password/abc/create',
    async act(page) {
      await fill(page, { Password: 'ab', 'Confirm Password': 'abc' })
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Submit' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'confirm-email', path: '/auth/confirm-email/abc' },
  {
    name: 'confirm-email-refused',
    path: '/auth/confirm-email/abc',
    async act(page) {
      await page.getByRole('button', { name: 'Confirm e-mail address' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'terms',
    path: '/auth/reset-password/abc/create',
    act: (page) =>
      page.getByText('Terms and Conditions').and(page.locator('button, a')).first().click(),
  },

  { name: 'home', who: 'clientadmin', path: '/admin/index', manual: [1440] },
  { name: 'client-picker', who: 'admin', path: '/admin/index', manual: [1440] },
  {
    name: 'client-picker-open',
    who: 'admin',
    path: '/admin/index',
    full: false,
    act: (page) =>
      page.getByRole('combobox').or(page.getByPlaceholder('Select Client...')).first().click(),
  },
  {
    name: 'menu',
    who: 'clientadmin',
    path: '/admin/panel',
    only: [390, 820],
    full: false,
    act: press('Menu'),
  },
  {
    name: 'page-failed',
    who: 'clientadmin',
    path: '/admin/index',
    wire: { '**/assets/HomeScreen*.js': (route) => route.abort() },
    waits: false,
  },
  {
    name: 'session-ended',
    who: 'clientadmin',
    path: '/admin/panel',
    wire: {
      '**/api/admin/user': (route) =>
        route.fulfill({
          status: 401,
          json: { code: 'auth.unauthorized', message: 'Unauthorized!', requestId: 'r' },
        }),
    },
    waits: false,
  },
  { name: 'overview', who: 'clientadmin', path: '/admin/dashboard', manual: [1440, 390] },
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
      await page.clock.runFor(40_000)
      await page.getByText('Connection lost.').waitFor()
    },
  },
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

  { name: 'production', who: 'clientadmin', path: machine, manual: [1440, 390] },
  { name: 'production-trouble', who: 'clientadmin', path: troubled },
  {
    name: 'production-empty',
    who: 'clientadmin',
    path: `/admin/productionData/1/FW-102?${emptyDay}`,
  },
  {
    name: 'production-failed',
    who: 'clientadmin',
    path: machine,
    wire: {
      '**/api/*chart*/**': failing,
      '**/api/*_chart_data*': failing,
      '**/api/admin/{day-summary,stop-causes,machine-state-bar-chart,state-lane}*': failing,
    },
    after: 3_000,
  },
  { name: 'production-absent', who: 'clientadmin', path: '/admin/productionData/1/XX-999' },
  {
    name: 'date-picker',
    who: 'clientadmin',
    path: machine,
    only: [1440, 1920],
    manual: [1440],
    full: false,
    act: press(/^Time Period,/),
  },
  {
    name: 'filter-sheet',
    who: 'clientadmin',
    path: machine,
    only: [390, 820],
    full: false,
    act: press(/^Filters/),
  },
  {
    name: 'export-menu',
    who: 'clientadmin',
    path: machine,
    full: false,
    act: (page) =>
      page
        .getByRole('button', { name: /^Export/ })
        .first()
        .click(),
  },
  {
    name: 'figure-help',
    who: 'clientadmin',
    path: machine,
    full: false,
    manual: [1440],
    act: press('What is OEEE?'),
  },
  {
    name: 'explain',
    who: 'clientadmin',
    path: machine,
    full: false,
    manual: [1440],
    act: openExplain,
  },
  {
    name: 'audit-trail',
    who: 'clientadmin',
    path: troubled,
    full: false,
    manual: [1440],
    act: press('Audit Data'),
  },
  {
    name: 'alarm-info',
    who: 'clientadmin',
    path: troubled,
    full: false,
    manual: [1440],
    act: press('Alarms Info'),
  },

  { name: 'day-summary', who: 'clientadmin', path: days, manual: [1440] },
  { name: 'day-summary-zones', who: 'clientadmin', path: days, timezone: 'America/New_York' },
  { name: 'day-summary-client', who: 'admin', path: days },
  { name: 'day-summary-empty', who: 'clientadmin', path: `${days}?${emptyDay}` },
  {
    name: 'day-summary-failed',
    who: 'clientadmin',
    path: days,
    wire: { '**/api/admin/day-summary*': failing },
    after: 3_000,
  },
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
  { name: 'user-add', who: 'admin', path: '/admin/panel', full: false, act: press('Add User') },
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
  { name: 'panel-german', who: 'admin', path: '/admin/panel', ...inGerman },
  { name: 'panel-users', who: 'clientadmin', path: '/admin/panel' },
  { name: 'panel-lines', who: 'engineer', path: '/admin/panel?view=lines' },
  { name: 'panel-products', who: 'engineer', path: '/admin/panel?view=products' },
  {
    name: 'line-edit',
    who: 'engineer',
    path: '/admin/panel?view=lines',
    full: false,
    act: edit('Lines', /^Edit line/),
  },
  {
    name: 'product-edit',
    who: 'engineer',
    path: '/admin/panel?view=products',
    full: false,
    act: edit('Products'),
  },
  { name: 'products-client', who: 'admin', path: '/admin/panel?view=products' },
  {
    name: 'import',
    who: 'engineer',
    path: '/admin/panel?view=products',
    full: false,
    act: press('Import CSV'),
  },
  {
    name: 'import-found',
    who: 'engineer',
    path: '/admin/panel?view=products',
    full: false,
    act: tryFile(goodLines),
  },
  {
    name: 'import-refused',
    who: 'engineer',
    path: '/admin/panel?view=products',
    full: false,
    act: tryFile(wrongLines),
  },
  {
    name: 'import-refused-german',
    who: 'engineer',
    path: '/admin/panel?view=products',
    full: false,
    ...inGerman,
    act: tryFile(wrongLines, 'CSV importieren', 'Prüfen'),
  },
  { name: 'shifts', who: 'clientadmin', path: '/admin/panel?view=shifts' },
  {
    name: 'shifts-refused',
    who: 'clientadmin',
    path: '/admin/panel?view=shifts',
    async act(page) {
      await page.getByRole('button', { name: 'Add Shift' }).click()
      await page.getByRole('button', { name: 'Update' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
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
  {
    name: 'personal-data',
    who: 'clientadmin',
    path: '/admin/panel?view=erasure',
    wire: eraseName,
  },
  {
    name: 'personal-data-counted',
    who: 'clientadmin',
    path: '/admin/panel?view=erasure',
    wire: eraseName,
    act: countName,
  },
  {
    name: 'personal-data-erase',
    who: 'clientadmin',
    path: '/admin/panel?view=erasure',
    full: false,
    wire: eraseName,
    async act(page) {
      await countName(page)
      await press('Erase...')(page)
    },
  },
  {
    name: 'personal-data-empty',
    who: 'admin',
    path: '/admin/panel?view=erasure',
  },
  {
    name: 'panel-quarantine',
    who: 'clientadmin',
    path: panelQuarantine,
    wire: receivedOf(quarantine),
  },
  {
    name: 'panel-quarantine-record',
    who: 'clientadmin',
    path: panelQuarantine,
    full: false,
    wire: receivedOf(quarantine),
    act: press(/^Open the record of FW-303/),
  },
  {
    name: 'panel-quarantine-german',
    who: 'clientadmin',
    path: panelQuarantine,
    ...inGerman,
    wire: receivedOf(quarantine),
  },
  {
    name: 'panel-quarantine-empty',
    who: 'clientadmin',
    path: panelQuarantine,
    wire: receivedOf({ records: [], count: 0 }),
  },
  {
    name: 'panel-quarantine-failed',
    who: 'clientadmin',
    path: panelQuarantine,
    wire: { '**/api/admin/reception/**': failing },
  },
  {
    name: 'recently-deleted',
    who: 'admin',
    path: '/admin/panel?view=deleted',
    wire: { '**/api/admin/deleted': answering(deleted) },
  },
  { name: 'recently-deleted-none', who: 'admin', path: '/admin/panel?view=deleted' },
  { name: 'audit-log', who: 'admin', path: '/admin/panel?view=log', manual: [1440] },
  {
    name: 'panel-loading',
    who: 'clientadmin',
    path: '/admin/panel',
    wire: { '**/api/admin/user': never },
    waits: false,
    after: 2_500,
  },

  { name: 'wall', who: 'clientadmin', path: '/admin/wall', optional: true, full: false },
  {
    name: 'kiosk',
    async path(ask) {
      const body = { clientId: 1, label: 'Packing hall' }
      return (await ask.post('clientadmin', '/api/admin/kiosk-link', body)).address
    },
    full: false,
  },
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
  { name: 'offline', path: '/offline.html', manual: [1440] },
  { name: 'day-summary-print', who: 'clientadmin', path: days, only: [1440], paper: true },
  {
    name: 'production-print',
    who: 'clientadmin',
    path: machine,
    only: [1440],
    paper: true,
    manual: [1440],
  },
]
