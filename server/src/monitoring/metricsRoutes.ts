import type { App } from '../http/createApp.ts'
import type { Metrics } from './metrics.ts'

/** `/metrics` for Prometheus: on this machine, or with METRICS_TOKEN as a bearer token. */
export function metricsRoutes(app: App, metrics: Metrics) {
  app.route({
    method: 'GET',
    url: '/metrics',
    schema: { hide: true },
    async handler(_request, reply) {
      const text = await metrics.text()
      return reply.type(metrics.contentType).send(text)
    },
  })
}
