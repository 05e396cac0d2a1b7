import type { Metric } from '@packboard/ingest'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Answered } from '../http/observe.ts'

/** The figures of this server, in Prometheus's text. One registry per app: nothing global is touched. */
export type Metrics = {
  observe(answered: Answered): void
  text(): Promise<string>
  readonly contentType: string
}

type Values = ReturnType<Metric['values']>

/** A metric of the server, whose values may have to be requested from a store. */
export type Figure = Omit<Metric, 'values'> & { values(): Values | Promise<Values> }

/** Bounds of the times of requests, in seconds. */
export const requestBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const

/**
 * The most that `/metrics` may be, in bytes, with every address called and any number of machines: what a monitoring system
 * stores for each server every 15 s. Addresses with buckets and statuses were 540 kB.
 */
export const metricsBytes = 72_000

/** So many addresses have a line of their own failures, the first that failed; those of the others are one line. */
export const failedRoutes = 30

/** So many addresses have a line of their own time, the first whose answers took a second in all; the time of all is by kind. */
export const timedRoutes = 100
const timedMs = 1_000

/** Eight heaps with three figures each, of which the sums are there, too, and what Node.js has open by kinds of its own. */
const unwatched = [
  ...['available', 'total', 'used'].map((part) => `nodejs_heap_space_size_${part}_bytes`),
  ...['handles', 'requests', 'resources'].flatMap((kind) => [
    `nodejs_active_${kind}`,
    `nodejs_active_${kind}_total`,
  ]),
].map((name) => `packboard_${name}`)

/** `figures` are what the services count themselves. */
export function createMetrics(figures: readonly Figure[]): Metrics {
  const registry = new Registry()
  // Process, memory, garbage collection and event-loop delay.
  collectDefaultMetrics({ register: registry, prefix: 'packboard_' })
  for (const name of unwatched) registry.removeSingleMetric(name)

  // There are nine kinds and more than a hundred addresses: buckets and statuses are by kind.
  const times = new Histogram({
    name: 'packboard_http_request_seconds',
    help: 'Time to answer a request, by kind; streams last as long as their page is open and are not in it',
    labelNames: ['kind'],
    buckets: [...requestBuckets],
    registers: [registry],
  })
  const answers = new Counter({
    name: 'packboard_http_answers_total',
    help: 'Answered requests, by kind and status; 499 is one that its caller gave up before',
    labelNames: ['kind', 'status'],
    registers: [registry],
  })
  const routes = new Map<string, RouteCount>()
  const timed = new Map<string, RouteCount>()
  const failed = new Map<string, FailureCount>()
  for (const figure of [...routeFigures({ routes, timed, failed }), ...figures])
    register(registry, figure)

  return {
    observe({ method, route, status, seconds: took }) {
      // A caller can send any method name; only the known ones become labels.
      const known = /^(GET|HEAD|POST|PUT|DELETE|OPTIONS)$/.test(method) ? method : 'other'
      const kind = requestKind(known, route)
      if (kind !== 'stream') times.observe({ kind }, took)
      answers.inc({ kind, status: String(status) })
      const key = `${known} ${route}`
      let count = routes.get(key)
      if (!count) {
        count = { labels: { method: known, route }, answers: 0, ms: 0 }
        routes.set(key, count)
      }
      count.answers += 1
      count.ms += took * 1_000
      if (count.ms >= timedMs && timed.size < timedRoutes) timed.set(key, count)
      if (status >= 500) countFailure(failed, key, count.labels)
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

type RouteLabels = { readonly method: string; readonly route: string }
type RouteCount = { readonly labels: RouteLabels; answers: number; ms: number }
type FailureCount = { readonly labels: RouteLabels; failures: number }

function countFailure(failed: Map<string, FailureCount>, key: string, labels: RouteLabels) {
  const own = failed.has(key) || failed.size < failedRoutes
  const name = own ? key : 'others'
  const count = failed.get(name) ?? {
    labels: own ? labels : { method: 'other', route: 'others' },
    failures: 0,
  }
  failed.set(name, count)
  count.failures += 1
}

function routeFigures({
  routes,
  timed,
  failed,
}: {
  readonly routes: ReadonlyMap<string, RouteCount>
  readonly timed: ReadonlyMap<string, RouteCount>
  readonly failed: ReadonlyMap<string, FailureCount>
}): Figure[] {
  const figure = <Count extends { readonly labels: RouteLabels }>(
    name: string,
    help: string,
    counts: ReadonlyMap<string, Count>,
    read: (count: Count) => number,
  ): Figure => ({
    name: `packboard_http_${name}_total`,
    help,
    type: 'counter',
    labelNames: ['method', 'route'],
    values: () =>
      [...counts.values()].map((count) => ({ labels: count.labels, value: read(count) })),
  })
  return [
    figure('requests', 'Answered requests, by declared address', routes, ({ answers }) => answers),
    figure(
      'route_seconds',
      `Time that answers took in all, of the ${timedRoutes} addresses that took a second first by declared address; with the requests the mean`,
      timed,
      ({ ms }) => Math.round(ms) / 1_000,
    ),
    // Most addresses never fail; where a store is away, all do at once, and the whole is what counts.
    figure(
      'failures',
      `Requests that failed here (status 500 and above), of the ${failedRoutes} addresses that failed first by declared address`,
      failed,
      ({ failures }) => failures,
    ),
  ]
}

/**
 * A metric that reads its values from its service at each scrape. It is emptied before, so that nothing is counted twice,
 * and what was removed leaves no line behind. Values are awaited first: two scrapes at one time would add up.
 */
function register(registry: Registry, { name, help, type, labelNames, values }: Figure) {
  const words = { name, help, labelNames: [...labelNames], registers: [registry] }
  if (type === 'gauge') {
    const gauge: Gauge = new Gauge({
      ...words,
      async collect() {
        const found = await values()
        gauge.reset()
        for (const { labels, value } of found) gauge.set(labels, value)
      },
    })
  } else {
    const counter: Counter = new Counter({
      ...words,
      async collect() {
        const found = await values()
        counter.reset()
        for (const { labels, value } of found) counter.inc(labels, value)
      },
    })
  }
}

/** What a request is for: a bounded number of words for times and statuses. */
export const requestKinds = [
  'ingest',
  'stream',
  'export',
  'account',
  'read',
  'change',
  'internal',
  'watching',
  'screen',
] as const
type RequestKind = (typeof requestKinds)[number]

/** Beginnings of declared addresses, the first that fits; some questions are sent by POST, because they are long. */
const byAddress: readonly (readonly [RegExp, RequestKind])[] = [
  [/^\/api\/ingest\//, 'ingest'],
  [/^\/api\/admin\/machines-live\//, 'stream'],
  [/^\/api\/admin\/export\/|\/ndjson$|\/support-bundle$/, 'export'],
  [/^\/api\/auth\//, 'account'],
  [/^\/internal/, 'internal'],
  [/^\/(health|metrics|support)/, 'watching'],
  [/^\/api\/admin\/(machinesData|day-summary-modal-data|erased-names\/:clientId\/count)/, 'read'],
]

export function requestKind(method: string, route: string): RequestKind {
  const found = byAddress.find(([address]) => address.test(route))
  if (found) return found[1]
  if (!route.startsWith('/api/')) return 'screen'
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? 'read' : 'change'
}
