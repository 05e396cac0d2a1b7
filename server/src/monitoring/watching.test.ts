// @slow

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testClickHouseKey } from '@packboard/telemetry/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { type Scrape, scrapeOf, unknownIn } from '../../testing/promql.ts'
import { declaredRoutes } from '../../testing/rights/declaredRoutes.ts'
import { openTcpProxy, type TcpProxy } from '../../testing/tcpProxy.ts'
import { createMetrics, metricsBytes, requestKind, requestKinds } from './metrics.ts'
import { clusterFigures } from './serverFigures.ts'

/** What an operator's Prometheus and Grafana are given, compared with what a real server says. */
const deployDir = join(import.meta.dirname, '../../../deploy')
const deploy = (file: string) => readFileSync(join(deployDir, file), 'utf8')
const rules = deploy('prometheus/packboard.rules.yml')
const cases = deploy('testing/packboard.rules.test.yml')

const gigabyte = 1e9
const hour = 3_600_000
let server: TestServer
let clickHouse: TcpProxy
/** How far the clock of the server is ahead. */
let later = 0

beforeAll(async () => {
  const url = new URL(process.env[testClickHouseKey] ?? '')
  clickHouse = await openTcpProxy()
  clickHouse.targets = [Number(url.port)]
  url.port = String(clickHouse.port)
  server = await openTestServer({
    env: { CLICKHOUSE_URL: url.href },
    now: () => Date.now() + later,
    diskSpace: async () => ({ freeBytes: 4 * gigabyte, totalBytes: 100 * gigabyte }),
  })
  const { accessToken: token } = await server.signIn('admin')
  await server.ask('/api/version', { token })
})
afterAll(async () => {
  await server.close()
  await clickHouse.close()
})

const text = async () => (await server.ask('/metrics')).text()
const scrape = async (): Promise<Scrape> => scrapeOf(await text())
const sample = (serialNo: string, time: number) =>
  server.send(serialNo, [factory.at(time).sample(serialNo, { state: 10 })])

/** Made by backups, and by a connection to the broker of MQTT_URL; rules and panels are written so that they may be missing. */
const absent = new Set([
  'packboard_backup_last_success_timestamp_seconds',
  'packboard_external_broker_connected',
])

/** What a server of several processes has in addition. */
const severalProcesses = {
  cellStates: () => [0, 1].map((id) => ({ id, held: true, ok: true, clients: 1 })),
  clock: { offsetMs: () => 0 },
}

/** The expressions of the rules, in order. */
const rulesIn = (yaml: string) =>
  [...yaml.matchAll(/expr: (?:\|\n((?: {10,}.*\n)+)|(.*))/g)].map(
    ([, block, line]) => block ?? line ?? '',
  )

type Panel = {
  readonly id: number
  readonly title: string
  readonly description?: string
  readonly gridPos: {
    readonly x: number
    readonly y: number
    readonly w: number
    readonly h: number
  }
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
}
const dashboard: { readonly panels: readonly Panel[] } = JSON.parse(
  deploy('grafana/packboard.json'),
)

test('every metric, label and value that an alert rule names is in a real scrape', async () => {
  await sample('FW-101', Date.now())
  const found = await scrape()
  const expressions = rulesIn(rules)
  expect(expressions.length).toBe([...rules.matchAll(/- alert: /g)].length)
  // A failure has no series before the first one.
  const failures = createMetrics([])
  failures.observe({ method: 'GET', route: '/api/version', status: 500, seconds: 1 })
  const ofSeveral = createMetrics(clusterFigures(severalProcesses))
  const all = scrapeOf(`${await text()}\n${await failures.text()}\n${await ofSeveral.text()}`)
  expect(expressions.flatMap((one) => unknownIn(one, all, absent))).toEqual([])
  // The cases of promtool are about the same series, and about every alert.
  const series = [...cases.matchAll(/series: '([^']+)'/g)].map(([, one = '']) => one)
  expect(series.flatMap((one) => unknownIn(one, all, absent))).toEqual([])
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  expect(alerts.filter((name) => !cases.includes(name))).toEqual([])
  expect(found.size).toBeGreaterThan(60)
})

test('every metric and label that a panel of the dashboard names is in a real scrape', async () => {
  const failures = createMetrics([])
  failures.observe({ method: 'GET', route: '/api/version', status: 500, seconds: 1 })
  const all = scrapeOf(`${await text()}\n${await failures.text()}`)
  const panels = dashboard.panels.filter(({ targets }) => targets)
  expect(panels.length).toBeGreaterThan(20)
  expect(
    panels.flatMap(({ title, targets = [] }) =>
      targets.flatMap(({ expr, legendFormat }) =>
        unknownIn(`${expr} ${legendFormat}`, all, absent).map((what) => `${title}: ${what}`),
      ),
    ),
  ).toEqual([])
  expect(panels.filter(({ description }) => !description).map(({ title }) => title)).toEqual([])
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
})

/** Of Debian's package `prometheus`. */
const promtool = (words: readonly string[], input = '') =>
  spawnSync('promtool', words, { input, encoding: 'utf8', cwd: deployDir })
const isInstalled = promtool(['--version']).status === 0

test.skipIf(!isInstalled)(
  'promtool (skipped where it is not installed): the rules and panels parse, each alert fires, the metrics keep the conventions',
  async () => {
    const said = ({ status, stdout, stderr }: ReturnType<typeof promtool>) => [
      status,
      status === 0 ? '' : `${stdout}${stderr}`,
    ]
    expect(said(promtool(['check', 'rules', 'prometheus/packboard.rules.yml']))).toEqual([0, ''])
    expect(said(promtool(['test', 'rules', 'testing/packboard.rules.test.yml']))).toEqual([0, ''])
    // A panel's expression is a rule that records.
    const records = dashboard.panels
      .flatMap(({ targets = [] }) => targets)
      .map(({ expr }, index) => ({
        record: `panel${index}`,
        expr: expr.replaceAll('$__rate_interval', '5m'),
      }))
    const file = join(server.deps.config.dataDir, 'panels.json')
    await writeFile(file, JSON.stringify({ groups: [{ name: 'panels', rules: records }] }))
    expect(said(promtool(['check', 'rules', file]))).toEqual([0, ''])
    // Names that were there before: figures of telemetry that count up are gauges, a setting is in megabytes.
    const lint = promtool(['check', 'metrics'], await text())
    const complaints = `${lint.stdout}${lint.stderr}`.split('\n').filter(Boolean)
    expect(
      complaints.filter(
        (line) => !/^packboard_(telemetry|nodejs|process|ingest_volume)_/.test(line),
      ),
    ).toEqual([])
  },
)

test('a name, a label or a value that is not there would be seen', async () => {
  const all = await scrape()
  expect(unknownIn('packboard_gone > 0', all, absent)).toEqual(['packboard_gone'])
  expect(unknownIn('packboard_machines{place="x"}', all, absent)).toEqual([
    'packboard_machines{place}',
  ])
  expect(unknownIn('packboard_machines{state="lost"}', all, absent)).toEqual([
    'packboard_machines{state="lost"}',
  ])
  expect(unknownIn('sum by (machine) (packboard_machines)', all, absent)).toEqual(['by machine'])
  expect(unknownIn('packboard_machines {{ $labels.serial }}', all, absent)).toEqual([
    '{{ serial }}',
  ])
})

test('no series is added by a machine, and all addresses together stay below the goal', async () => {
  await sample('FW-101', Date.now())
  const before = await scrape()
  for (const serialNo of ['FW-102', 'VF-401', 'VF-402', 'FW-511']) {
    expect((await sample(serialNo, Date.now())).status).toBe(200)
  }
  const after = await scrape()
  // A kind of garbage collection has its series from its first time on, an address that of its time from its first second on.
  const late = /^packboard_nodejs_gc_|^packboard_http_route_seconds_total$/
  const own = [...after.keys()].filter((name) => !late.test(name))
  expect(own.length).toBeGreaterThan(50)
  expect(own.filter((name) => after.get(name)?.count !== before.get(name)?.count)).toEqual([])
  const machines = [...server.deps.directory.machines()].map(({ serialNo }) => serialNo)
  expect(machines.length).toBeGreaterThan(5)
  expect(machines.filter((serialNo) => JSON.stringify([...after]).includes(serialNo))).toEqual([])

  // Every address with each of the usual outcomes, beside all that this server counts.
  const whole = createMetrics([])
  for (const { method, path } of await declaredRoutes()) {
    for (const status of [200, 304, 400, 401, 403, 404, 413, 429, 500, 503]) {
      whole.observe({ method, route: path, status, seconds: 0.2 })
    }
  }
  // The server's own process is in both.
  const process = await createMetrics([]).text()
  const bytes = Buffer.byteLength(`${await text()}${await whole.text()}`) - process.length
  console.log(`/metrics: at most ${bytes} bytes of ${metricsBytes}`)
  expect(bytes).toBeLessThan(metricsBytes)
})

test('each address is of one of nine kinds', async () => {
  const kinds = (await declaredRoutes()).map(({ method, path }) => requestKind(method, path))
  expect([...new Set(kinds)].sort()).toEqual([...requestKinds].sort())
  expect(requestKind('GET', '/api/admin/machines-live/:clientId')).toBe('stream')
  expect(requestKind('POST', '/api/admin/machinesData')).toBe('read')
  expect(requestKind('POST', '/api/admin/machine')).toBe('change')
  expect(requestKind('GET', 'unknown')).toBe('screen')
})

test('the alerts of disk, clocks and silent machines have their cause in the metrics', async () => {
  const value = async (name: string, labels: Record<string, string> = {}) =>
    (await scrape()).get(name)?.valueOf(labels)
  // PackboardDiskLow, not PackboardDiskFull.
  const disk = async (part: string) => (await value('packboard_disk_bytes', { part })) ?? Number.NaN
  expect(await disk('free')).toBeLessThan(await disk('low'))
  expect(await disk('free')).toBeGreaterThan(await disk('full'))

  // PackboardClockOff
  const off = (side: string) => value('packboard_ingest_clock_off_machines', { side })
  expect([await off('ahead'), await off('behind')]).toEqual([0, 0])
  for (const _ of [1, 2, 3]) {
    await sample('VF-401', Date.now() - 120_000)
    await sample('VF-402', Date.now() + 30_000)
  }
  expect([await off('ahead'), await off('behind')]).toEqual([1, 1])

  // PackboardMachineSilent and PackboardNoRecords.
  const machines = (state: string) => value('packboard_machines', { state })
  const all = [...server.deps.directory.machines()].length
  const sending = (await machines('sending')) ?? 0
  const silent = (await machines('silent')) ?? 0
  expect(sending).toBeGreaterThanOrEqual(5)
  expect(sending + silent + ((await machines('never')) ?? 0)).toBe(all)
  expect(await machines('silent_for_a_day')).toBe(0)
  expect(await value('packboard_newest_record_age_seconds')).toBeLessThan(60)
  later = hour
  expect([await machines('sending'), await machines('silent')]).toEqual([0, sending + silent])
  expect(await value('packboard_newest_record_age_seconds')).toBeGreaterThan(900)
  later = 25 * hour
  expect([await machines('silent'), await machines('silent_for_a_day')]).toEqual([
    0,
    sending + silent,
  ])
  later = 0
})

test('a store that does not answer is down in the metrics, and up again afterwards', async () => {
  const up = async () => {
    const found = (await scrape()).get('packboard_store_up')
    return [found?.valueOf({ store: 'telemetry' }), found?.valueOf({ store: 'management' })]
  }
  expect(await up()).toEqual([1, 1])
  const { targets } = clickHouse
  clickHouse.targets = []
  clickHouse.disconnect()
  await expect.poll(up).toEqual([0, 1])
  clickHouse.targets = targets
  await expect.poll(up).toEqual([1, 1])
})
