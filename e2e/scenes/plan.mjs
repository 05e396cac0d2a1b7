// When a client means to produce.
import { changed, inGerman, insteadOf } from './acts.mjs'
import { at } from './addresses.mjs'

const planView = '/admin/panel?view=plan'
const planOf = '**/api/admin/plan/1'
const daysFrom = (hours) => at(-hours).slice(0, 10)
const times = (from, to, kind, weekdays) => weekdays.map((weekday) => ({ weekday, from, to, kind }))
const week = {
  line: null,
  validFrom: '2026-01-05',
  entries: [
    ...times('06:00', '18:00', 'production', [1, 2, 3, 4, 6]),
    ...times('18:00', '06:00', 'production', [1, 2, 3]),
    ...times('18:00', '00:00', 'production', [4]),
    ...times('02:00', '02:30', 'break', [2, 3, 4]),
    ...times('10:00', '10:25', 'break', [1, 2, 3, 4, 6]),
    ...times('16:00', '16:25', 'break', [1, 2, 3, 4, 6]),
  ],
  setBy: 'clientadmin',
}
const wholeDay = (hours, note, line = null) => ({
  ...{ line, note, kind: 'closed', startTime: '00:00', endTime: '00:00', setBy: 'clientadmin' },
  startDate: daysFrom(hours),
  endDate: daysFrom(hours + 24),
})
const planned = {
  weeks: [week],
  exceptions: [
    wholeDay(240, 'Works meeting'),
    wholeDay(720, 'Holiday'),
    {
      ...wholeDay(480, 'Trial of new film', 'Line 2'),
      ...{ startTime: '08:00', endDate: daysFrom(480), endTime: '12:00' },
    },
  ],
  version: 3,
}
const wire = {
  [planOf]: insteadOf(
    'GET',
    changed((answer) => ({ ...answer, ...planned })),
  ),
}
const selectBreak = (page) =>
  page.getByRole('button', { name: 'Break, Wednesday 10:00–10:25' }).first().click()

export const planScenes = [
  { name: 'plan', who: 'clientadmin', path: planView, wire, act: selectBreak, manual: [1440] },
  { name: 'plan-empty', who: 'clientadmin', path: planView },
  {
    name: 'plan-overlap',
    who: 'clientadmin',
    path: planView,
    wire,
    async act(page) {
      await page.getByRole('button', { name: 'Production, Thursday 18:00–00:00' }).click()
      const selected = page.getByRole('region', { name: 'Production, Thursday' })
      await selected.getByLabel('From').fill('17:30')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'plan-add-week',
    who: 'clientadmin',
    path: planView,
    full: false,
    wire,
    async act(page) {
      await page.getByRole('button', { name: 'Add Week' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'plan-add-exception',
    who: 'clientadmin',
    path: planView,
    full: false,
    wire,
    async act(page) {
      await page.getByRole('button', { name: 'Add Exception' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'plan-second',
    who: 'clientadmin',
    path: planView,
    wire: {
      [planOf]: async (route) => {
        if (route.request().method() === 'GET') return wire[planOf](route)
        return route.fulfill({
          status: 409,
          json: {
            code: 'edit.conflict',
            message: 'Somebody else changed this meanwhile. Please look again.',
            requestId: 'r',
          },
        })
      },
    },
    async act(page) {
      await selectBreak(page)
      await page.getByRole('button', { name: 'Copy to Next Day' }).click()
      await page.getByRole('button', { name: 'Remove Break 02:00–02:30' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('button', { name: 'Show the saved plan' }).waitFor()
    },
  },
  { name: 'plan-german', who: 'clientadmin', path: planView, wire, ...inGerman },
]
