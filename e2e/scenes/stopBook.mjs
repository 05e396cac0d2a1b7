// Reasons of a client, the list of stops with them, and the page of the operators.
import { changed, insteadOf, never } from './acts.mjs'

const minute = 60_000
const now = Date.now()
const ago = (minutes) => new Date(now - minutes * minute).toISOString()
const idOf = (number) => `81000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const names = {
  film: [1, null, 'film', 'Film', { de: 'Folie' }],
  filmBreak: [2, 1, 'scissors', 'Film break', { de: 'Folienriss' }],
  filmChange: [3, 1, 'film', 'Film change', { de: 'Folienwechsel' }],
  tracking: [4, 1, 'cycle', 'Film tracking', { de: 'Folienlauf' }],
  cleaning: [5, null, 'washer', 'Cleaning', { de: 'Reinigung' }],
  product: [6, null, 'sliders', 'Product change', { de: 'Produktwechsel' }],
  heater: [7, null, 'thermometer', 'Heater', { de: 'Heizung' }],
  repair: [8, null, 'wrench', 'Repair', { de: 'Reparatur' }],
  noProduct: [9, null, 'noProduct', 'No product', { de: 'Kein Produkt' }],
  next: [10, null, 'truck', 'Next machine', { de: 'Nächste Maschine' }],
  pause: [11, null, 'cup', 'Break', { de: 'Pause' }],
  power: [12, null, 'bolt', 'No power or air', { de: 'Kein Strom, keine Luft' }],
}
const planned = { cleaning: 30, product: 45, filmChange: 10, pause: 25 }
const causes = {
  cleaning: 'operator',
  product: 'operator',
  noProduct: 'external',
  next: 'external',
}
const used = [0, 31, 18, 12, 9, 7, 12, 8, 26, 22, 42, 2]
const reasons = Object.entries(names).map(([key, [number, parent, icon, en, others]], index) => ({
  ...{ id: idOf(number), parent: parent && idOf(parent), icon, name: { en, ...others } },
  ...{ planned: key in planned, cause: causes[key] ?? 'machine', rank: number, states: [] },
  overrunSeconds: planned[key] ? planned[key] * 60 : null,
  alarms: key === 'filmBreak' ? [{ kind: 'text', value: 'Web break at unwind A' }] : [],
  ...{ retired: false, used: used[index] > 0, used30Days: used[index] },
}))
const reasonsOf = (list) => ({
  '**/api/admin/reasons/1': insteadOf('GET', (route) =>
    route.fulfill({ json: { reasons: list, version: 3 } }),
  ),
})
const coverage = {
  ...{ stops: 17, seconds: 5_200, withoutReason: 3, withoutReasonSeconds: 620 },
  ...{ microStops: 14, microSeconds: 700, thresholdSeconds: 120 },
}
const part = (start, end, over = {}) => ({
  ...{ start, end, seconds: (Date.parse(end) - Date.parse(start)) / 1_000, reason: null },
  ...{ note: '', by: null, at: null, labelId: null, planned: null, overrunAt: null },
  ...over,
})
const stop = (fromAgo, minutes, group, cause, reason, over = {}) => {
  const [start, end] = [ago(fromAgo), ago(fromAgo - minutes)]
  return {
    ...{ machine: 'FW-101', start, end, seconds: minutes * 60, cause, group, state: 21 },
    ...{ states: [{ code: 21, seconds: minutes * 60 }], product: 'Choc Bar 45 g', tool: 'T45-B' },
    ...{ user: 'A. Kaur', lostPacks: 330, coverage: 100, beganBefore: false, open: false },
    ...{ counted: true, goesOn: false, micro: false, parts: [part(start, end)] },
    proposal: reason && { reason: idOf(reason), why: 'lastConfirmed' },
    ...over,
  }
}
const open = () => stop(6.7, 6.7, 'Film', 'Web break at unwind A', 2, { goesOn: true, open: true })
const unnamed = () => [
  stop(87, 2.4, 'Film', 'Registration mark not found', 4),
  stop(200, 2.9, 'Outfeed', 'Packs blocked at outfeed belt', 10),
  stop(355, 2.2, '', 'Suspended', 9, { state: 16, states: [{ code: 16, seconds: 130 }] }),
]
/** The machine runs, and every stop of the shift has its reason. */
const nothingOpen = {
  ...reasonsOf(reasons),
  '**/api/admin/stops?**': (route) =>
    route.fulfill({
      json: { stops: [], count: 0, reasons: { ...coverage, withoutReason: 0 } },
    }),
}
/** Another person was first, a minute ago. */
const taken = {
  '**/api/admin/stops/label': (route) =>
    route.fulfill({
      status: 409,
      json: { code: 'label.taken', message: 'A. Kaur gave a reason here.', requestId: '0' },
    }),
  '**/api/admin/stops/labels?**': (route) =>
    route.fulfill({
      json: {
        labels: [
          {
            ...{ labelId: 4, from: ago(6.7), to: ago(1), untilRun: true, reason: idOf(7) },
            ...{ note: '', by: 'A. Kaur · Line 1', at: ago(1), replaces: [], voids: [] },
          },
        ],
      },
    }),
}
const tablet = { label: 'Line 1', kind: 'operator', machines: ['FW-101', 'FW-102'] }
const shift = ['A. Kaur', 'P. Nowak', 'M. Okafor', 'S. Lindqvist', 'T. Brennan', 'J. Alvarez']
/** A link as the panel makes one; its page is that of the tablet. */
const operatorLink = (pin) => async (ask) => {
  const body = { ...tablet, clientId: 1, names: shift, ...(pin && { pin }) }
  return (await ask.post('clientadmin', '/api/admin/kiosk-link', body)).address
}
const operatorStops = (stopOfNow) => ({
  ...reasonsOf(reasons),
  '**/api/admin/stops?**': (route) => {
    const query = new URL(route.request().url()).searchParams
    const own = query.get('machineId') === 'FW-101'
    const all = query.get('withoutReason') === 'true' ? unnamed() : [stopOfNow()]
    const stops = own ? all : []
    return route.fulfill({ json: { stops, count: stops.length, reasons: coverage } })
  },
})
/** The state of the machine on its tab and in the head of its stop. */
const stands = {
  '**/api/admin/machinesData': changed((answer) => ({
    ...answer,
    dataArray: answer.dataArray.map((record) =>
      record.machineId === 'FW-101' ? { ...record, Recipe: 21, Status: 'LIVE' } : record,
    ),
  })),
  '**/api/admin/machines-live/**': never,
}
const operator = '/admin/operator?line=Line+1&machine=FW-101'
const press = (page, name) => page.getByRole('button', { name }).first().click()
const named = () => {
  const each = open()
  const [start, end] = [each.start, ago(2)]
  return {
    ...each,
    goesOn: false,
    proposal: null,
    parts: [
      part(start, end, {
        ...{ reason: idOf(7), by: 'akaur', at: ago(1), labelId: 4, planned: false },
        note: 'Cartridge 2 replaced, set point back to 154 °C. Spare ordered.',
      }),
      part(end, each.end, { reason: idOf(5), by: 'akaur', at: ago(1), labelId: 5, planned: true }),
    ],
  }
}
const list = {
  ...reasonsOf(reasons),
  '**/api/admin/stops?**': (route) => {
    const at = new URL(route.request().url()).searchParams.get('at')
    const stops = at ? [named()] : [named(), ...unnamed()]
    return route.fulfill({ json: { stops, count: stops.length, reasons: coverage } })
  },
}
const stops = '/admin/productionData/1/FW-101?preset=last24h&of=all'

export const stopBookScenes = [
  {
    name: 'operator',
    who: 'user',
    path: operator,
    wire: { ...operatorStops(open), ...stands },
    manual: [1440, 390],
    act: (page) => page.getByText('Why did it stop?').waitFor(),
  },
  {
    name: 'operator-answered',
    who: 'user',
    path: operator,
    wire: {
      ...operatorStops(open),
      ...stands,
      '**/api/admin/stops/label': (route) =>
        route.fulfill({ json: { message: 'Success!', labelId: 9, by: 'user', at: ago(0) } }),
    },
    act: (page) => press(page, /Film break.*Confirm/),
  },
  {
    name: 'operator-waits',
    who: 'user',
    path: operator,
    wire: {
      ...operatorStops(open),
      ...stands,
      '**/api/admin/stops/label': (route) => route.abort(),
    },
    async act(page) {
      await press(page, /Film break.*Confirm/)
      await press(page, /^Film tracking: confirm/)
      await page.getByText(/wait/).first().waitFor()
    },
  },
  {
    name: 'operator-group',
    who: 'user',
    path: operator,
    wire: { ...operatorStops(open), ...stands },
    act: (page) => page.getByRole('button', { name: 'Film', exact: true }).click(),
  },
  {
    name: 'operator-more',
    who: 'user',
    path: operator,
    wire: { ...operatorStops(open), ...stands },
    act: (page) => page.getByRole('button', { name: 'More', exact: true }).click(),
  },
  { name: 'operator-lines', who: 'user', path: '/admin/operator' },
  {
    name: 'operator-split',
    who: 'user',
    path: operator,
    wire: { ...operatorStops(open), ...stands },
    async act(page) {
      await press(page, 'Split')
      await press(page, /^First part/)
      await press(page, 'Heater')
    },
  },
  { name: 'operator-nothing', who: 'user', path: operator, wire: nothingOpen },
  {
    name: 'operator-no-reasons',
    who: 'user',
    path: operator,
    wire: {
      ...operatorStops(() => ({ ...open(), proposal: null })),
      ...stands,
      ...reasonsOf([]),
    },
    act: (page) => page.getByText('There are no reasons yet').first().waitFor(),
  },
  {
    name: 'operator-second',
    who: 'user',
    path: operator,
    wire: { ...operatorStops(open), ...stands, ...taken },
    async act(page) {
      await press(page, /Film break.*Confirm/)
      await page.getByText(/was first at/).waitFor()
    },
  },
  {
    name: 'operator-names',
    path: operatorLink(''),
    manual: [820],
    act: (page) => page.getByText('Who are you?').waitFor(),
  },
  {
    name: 'operator-pin',
    path: operatorLink('471100'),
    async act(page) {
      await press(page, 'P. Nowak')
      for (const digit of '081500') await press(page, digit)
      await press(page, 'Confirm')
      await page.getByText('This PIN is wrong').waitFor()
      for (const digit of '47') await press(page, digit)
    },
  },
  {
    name: 'operator-pin-wait',
    path: operatorLink('471100'),
    async act(page) {
      await press(page, 'P. Nowak')
      for (let tries = 0; tries < 6; tries += 1) {
        for (const digit of '081500') await press(page, digit)
        await press(page, 'Confirm')
        const said = tries < 5 ? 'This PIN is wrong' : 'can be tried at'
        await page.getByText(said).waitFor()
        await page.waitForTimeout(300)
      }
    },
  },
  {
    name: 'operator-link',
    path: operatorLink(''),
    wire: { ...operatorStops(open), ...stands },
    async act(page) {
      await press(page, 'P. Nowak')
      await page.getByText('Why did it stop?').first().waitFor()
    },
  },
  { name: 'operator-revoked', path: '/operator#a-link-that-was-revoked', full: false },
  {
    name: 'shift-explained',
    who: 'user',
    path: operator,
    full: false,
    wire: { ...operatorStops(open), ...stands },
    async act(page) {
      await press(page, 'Explain due and forecast')
      await page.getByText('Forecast = made').waitFor()
    },
  },
  { name: 'stop-reasons', who: 'clientadmin', path: stops, wire: list },
  {
    name: 'stop-book',
    who: 'clientadmin',
    path: () => `${stops}&stop=${ago(5)}`,
    wire: list,
    async act(page) {
      // The page above it still grows while it loads: the first press may miss.
      await page.waitForLoadState('networkidle')
      await press(page, /^Split/)
      await page.getByText('Split at').waitFor()
    },
  },
  {
    name: 'stop-choose',
    who: 'clientadmin',
    path: stops,
    wire: list,
    full: false,
    async act(page) {
      await press(page, /^Set the reason of the stop/)
      await page.getByRole('dialog').last().waitFor()
    },
  },
  {
    name: 'reasons',
    who: 'clientadmin',
    path: '/admin/panel?view=reasons',
    wire: reasonsOf(reasons),
    manual: [1440],
    act: (page) => page.getByRole('button', { name: 'Product change' }).click(),
  },
  {
    name: 'reasons-empty',
    who: 'clientadmin',
    path: '/admin/panel?view=reasons',
    wire: reasonsOf([]),
  },
]
