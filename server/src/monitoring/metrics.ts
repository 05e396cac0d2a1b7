import type { Metric } from '@packboard/ingest'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Answered } from '../http/observe.ts'

/** The figures of this server, in Prometheus's text. One registry per app: nothing global is touched. */
export type Metrics = {
  observe(answered: Answered): void
  text(): Promise<string>
  readonly contentType: string
}

/**
 * Bounds of the times of requests, in seconds. They are counted by address, the statuses apart: a time for each status
 * would multiply the series.
 */
export const requestBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const

/** `figures` are what the services count themselves. */
export function createMetrics(figures: readonly Metric[]): Metrics {
  const registry = new Registry()
  // Process, memory, garbage collection and event-loop delay.
  collectDefaultMetrics({ register: registry, prefix: 'packboard_' })

  const requests = new Histogram({
    name: 'packboard_http_request_seconds',
    help: 'Time to answer a request, by declared address',
    labelNames: ['method', 'route'],
    buckets: [...requestBuckets],
    registers: [registry],
  })
  const answers = new Counter({
    name: 'packboard_http_requests_total',
    help: 'Answered requests, by declared address and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  for (const figure of figures) register(registry, figure)

  return {
    observe({ method, route, status, seconds }) {
      // A caller can send any method name; only the known ones become labels.
      const known = /^(GET|HEAD|POST|PUT|DELETE|OPTIONS)$/.test(method) ? method : 'other'
      requests.observe({ method: known, route }, seconds)
      answers.inc({ method: known, route, status: String(status) })
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/**
 * A metric that reads its values from its service at each scrape. It is emptied before, so that nothing is counted twice,
 * and a machine that was removed leaves no line behind.
 */
function register(registry: Registry, { name, help, type, labelNames, values }: Metric) {
  const words = { name, help, labelNames: [...labelNames], registers: [registry] }
  if (type === 'gauge') {
    const gauge: Gauge = new Gauge({
      ...words,
      collect() {
        gauge.reset()
        for (const { labels, value } of values()) gauge.set(labels, value)
      },
    })
  } else {
    const counter: Counter = new Counter({
      ...words,
      collect() {
        counter.reset()
        for (const { labels, value } of values()) counter.inc(labels, value)
      },
    })
  }
}
