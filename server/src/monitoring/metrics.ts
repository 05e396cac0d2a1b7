import type { Metric } from '@packboard/ingest'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Answered } from '../http/observe.ts'

/** The figures of this server, in Prometheus's text. One registry per app: nothing global is touched. */
export type Metrics = {
  observe(answered: Answered): void
  text(): Promise<string>
  readonly contentType: string
}

/** `read` returns the figures of the services at the moment of the scrape. */
export function createMetrics(read: () => readonly Metric[]): Metrics {
  const registry = new Registry()
  // Process, memory, garbage collection and event-loop delay.
  collectDefaultMetrics({ register: registry, prefix: 'packboard_' })

  const requests = new Histogram({
    name: 'packboard_http_request_seconds',
    help: 'Time to answer a request, by declared address',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })

  return {
    observe({ method, route, status, seconds }) {
      // A caller can send any method name; only the known ones become labels.
      const known = /^(GET|HEAD|POST|PUT|DELETE|OPTIONS)$/.test(method) ? method : 'other'
      requests.observe({ method: known, route, status: String(status) }, seconds)
    },
    text: async () => `${await registry.metrics()}${read().map(metricText).join('')}`,
    contentType: registry.contentType,
  }
}

/** One metric with its help text, in Prometheus's format. */
function metricText({ name, help, type, values }: Metric): string {
  const lines = values.map(({ labels, value }) => {
    const words = Object.entries(labels).map(([label, word]) => `${label}="${escaped(word)}"`)
    return `${name}${words.length > 0 ? `{${words.join(',')}}` : ''} ${value}\n`
  })
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

const escaped = (word: string) =>
  word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
