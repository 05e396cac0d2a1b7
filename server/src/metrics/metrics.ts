import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Answered } from '../http/observe.ts'

/** The figures of this server, in Prometheus's text. One registry per app: nothing global is touched. */
export type Metrics = {
  observe(answered: Answered): void
  /** A figure that is read when somebody asks for it. */
  gauge(name: string, help: string, read: () => number): void
  /** The same with one label: one figure per word. */
  gauges(name: string, help: string, label: string, read: () => Record<string, number>): void
  text(): Promise<string>
  readonly contentType: string
}

export function createMetrics(): Metrics {
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
      // Anybody can invent a method; the known ones are few.
      const known = /^(GET|HEAD|POST|PUT|DELETE|OPTIONS)$/.test(method) ? method : 'other'
      requests.observe({ method: known, route, status: String(status) }, seconds)
    },
    gauge(name, help, read) {
      new Gauge({
        name: `packboard_${name}`,
        help,
        registers: [registry],
        collect() {
          this.set(read())
        },
      })
    },
    gauges(name, help, label, read) {
      new Gauge({
        name: `packboard_${name}`,
        help,
        labelNames: [label],
        registers: [registry],
        collect() {
          this.reset()
          for (const [word, value] of Object.entries(read())) this.set({ [label]: word }, value)
        },
      })
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
