// The page of one machine.
import { answering, changed, failing, incomplete, press } from './acts.mjs'
import { closedSunday, emptyDay, lastWorkday, machine } from './addresses.mjs'

const openExplain = press('Explain this number: OEEE')
const openDefinitions = async (page) => {
  await openExplain(page)
  await press('One window, five definitions')(page)
  await page.getByText('A dot marks each term').waitFor()
}
/** The seals of this machine fail in the late shift, after a change of its temperature. */
const troubled = () =>
  `/admin/productionData/1/FW-202?from=${lastWorkday()}&to=${lastWorkday()}&start=14:00&end=22:00`

const planned = () => `/admin/productionData/1/VF-401?${closedSunday()}`

/** The cause that cost the most, selected. */
const topCause = (page) =>
  page
    .getByRole('region', { name: 'Stop Causes' })
    .getByRole('row')
    .nth(1)
    .getByRole('button')
    .click()
const firstStop = async (page) => {
  await topCause(page)
  await press(/^Open the stop of/)(page)
  const opened = page.getByRole('heading', { name: /^Stop of/ })
  await opened.waitFor()
  await opened.evaluate((heading) => heading.scrollIntoView({ block: 'center' }))
}

export const productionScenes = [
  {
    name: 'production-compared',
    who: 'clientadmin',
    path: '/admin/productionData/1/FW-102?preset=today&with=before',
    act: (page) => page.getByText(/ pt/).first().waitFor(),
  },
  { name: 'production', who: 'clientadmin', path: machine, manual: [1440, 390] },
  { name: 'production-trouble', who: 'clientadmin', path: troubled },
  // Closed from Saturday night to Monday morning.
  { name: 'production-planned', who: 'clientadmin', path: planned },
  {
    name: 'production-planned-explain',
    who: 'clientadmin',
    path: planned,
    full: false,
    act: openExplain,
  },
  {
    name: 'timeline',
    who: 'clientadmin',
    path: '/admin/timeline?preset=last24h',
    full: false,
    manual: [1440],
  },
  { name: 'timeline-week', who: 'clientadmin', path: '/admin/timeline?preset=last7d' },
  {
    name: 'timeline-planned',
    who: 'clientadmin',
    path: () => `/admin/timeline?${closedSunday()}`,
    full: false,
  },
  { name: 'plant-stops', who: 'clientadmin', path: '/admin/stops' },
  {
    name: 'plant-stops-compared',
    who: 'clientadmin',
    path: '/admin/stops?preset=yesterday&with=week',
  },
  // Filtered by the alarms of one group, as a click on its slice does.
  { name: 'production-cause', who: 'clientadmin', path: () => `${troubled()}&recipe=Seal` },
  { name: 'production-stops', who: 'clientadmin', path: troubled, act: topCause },
  {
    name: 'production-stop',
    who: 'clientadmin',
    path: troubled,
    full: false,
    manual: [1440, 390],
    act: firstStop,
  },
  {
    name: 'production-no-speed',
    who: 'clientadmin',
    path: troubled,
    wire: {
      '**/api/prod_chart_data/speed_per_min*': answering({
        data: { speed: [], nextMachine: [] },
        aggregationInterval: 'as-is',
      }),
      '**/api/admin/step-totals*': changed(({ steps, ...more }) => ({
        ...more,
        steps: steps.map((step) => ({ ...step, speed: null })),
      })),
    },
  },
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
  { name: 'production-incomplete', who: 'clientadmin', path: machine, wire: incomplete },
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
    name: 'definitions',
    who: 'clientadmin',
    path: machine,
    full: false,
    manual: [1440],
    act: openDefinitions,
  },
  {
    name: 'definitions-form',
    who: 'engineer',
    path: machine,
    full: false,
    async act(page) {
      await openDefinitions(page)
      await page.getByRole('button', { name: 'Enter your earlier system' }).click()
      await page.getByRole('region', { name: 'Your earlier system' }).scrollIntoViewIfNeeded()
    },
  },
  ...[
    ['explain-run', /^Explain this number: Run/],
    ['explain-packs', 'Explain this number: Packs Produced'],
    ['explain-state', /^Explain this number: Execute/],
    ['explain-product', /^More about .* g$/, /^Explain this number/],
  ].map(([name, button, item]) => ({
    name,
    who: 'clientadmin',
    path: machine,
    full: false,
    // A phone leads from the numbers of the cards alone.
    ...(/state|product/.test(name) && { only: [820, 1440] }),
    async act(page) {
      await press(button)(page)
      if (item) await page.getByRole('menuitem', { name: item }).click()
    },
  })),
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
  {
    name: 'alarm-statistics',
    who: 'clientadmin',
    path: troubled,
    full: false,
    async act(page) {
      await press('Alarms Info')(page)
      await page.getByRole('button', { name: 'Statistics', exact: true }).click()
      await page.getByRole('table', { name: 'Alarm statistics' }).waitFor()
    },
  },
]
