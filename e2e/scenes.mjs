// Every screen and state that `npm run screens` takes a picture of and `npm run spoken` reads: who looks, at which address,
// and what they did there.

const day = 86_400_000
const yesterday = () => new Date(Date.now() - day).toISOString().slice(0, 10)

/** A past shift, so that the pictures of one run have the same window. */
const shift = () => `from=${yesterday()}&to=${yesterday()}&start=06:00&end=14:30`
const machine = () => `/admin/productionData/1/FW-102?${shift()}`
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
const fill = async (page, fields) => {
  for (const [label, text] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(text)
  }
}

/**
 * `who`: an account of the demo, or nobody. `path`: the address, or what makes it when it is needed. `wire`: answers in place of the server's, by address. `act`: what is done
 * before the picture. `timezone`: of whoever looks. `only`: at these widths alone. `manual`: at these widths it is a picture of README or manual.
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
  { name: 'reset-password', path: '/auth/reset-password/abc' },
  { name: 'reset-password-create', path: '/auth/reset-password/abc/create' },
  {
    name: 'terms',
    path: '/auth/reset-password/abc/create',
    act: (page) =>
      page.getByText('Terms and Conditions').and(page.locator('button, a')).first().click(),
  },

  { name: 'home', who: 'clientadmin', path: '/admin/index', manual: [1440] },
  { name: 'client-picker', who: 'admin', path: '/admin/index', manual: [1440] },
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
      await page.getByText('Total Packs').first().waitFor()
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
    act: (page) => page.getByText('1 of 4').waitFor(),
  },

  { name: 'production', who: 'clientadmin', path: machine, manual: [1440, 390] },
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
    path: machine,
    full: false,
    manual: [1440],
    act: press('Audit Data'),
  },
  {
    name: 'alarm-info',
    who: 'clientadmin',
    path: machine,
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
  { name: 'panel-users', who: 'clientadmin', path: '/admin/panel' },
  { name: 'panel-lines', who: 'engineer', path: '/admin/panel?view=lines' },
  { name: 'panel-products', who: 'engineer', path: '/admin/panel?view=products' },
  { name: 'recently-deleted', who: 'admin', path: '/admin/panel?view=deleted' },
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
