// The edge recorders of a client.
import { answering, failing, inGerman } from './acts.mjs'

/** Counted back from the picture: a recorder is silent after two minutes. */
const at = (hours) => new Date(Date.now() - hours * 3_600_000).toISOString()

const installation = (name, more = {}) => ({
  ...{ name, device: 'gateway', version: '0.1.0', heardAt: at(0.003), address: '10.1.4.20' },
  ...{ queueRecords: 0, queueBytes: 0, maxBytes: 2_000_000_000, oldestAt: null },
  ...{ isFull: false, quarantined: 0, clockSkewMs: 40 },
  ...more,
})
const answer = () => ({
  now: at(0),
  installations: [
    installation('Hall 1'),
    installation('Hall 2', {
      ...{ queueRecords: 184_210, queueBytes: 41_900_000, oldestAt: at(9.4) },
      ...{ address: '10.1.5.20', quarantined: 3 },
    }),
    installation('Hall 3', {
      ...{ queueRecords: 9_104_377, queueBytes: 1_999_000_000, oldestAt: at(310), isFull: true },
      ...{ address: '10.1.6.20', clockSkewMs: -62_000 },
    }),
    installation('Store', {
      ...{ heardAt: at(26), device: 'gateway-store', version: '0.0.9', address: '10.1.9.20' },
      ...{ queueRecords: 12, queueBytes: 2_600, oldestAt: at(26) },
    }),
  ],
})
const wire = { '**/api/admin/installations/1': (route) => route.fulfill({ json: answer() }) }
const path = '/admin/panel?view=installations'

export const installationScenes = [
  { name: 'panel-installations', who: 'clientadmin', path, wire, manual: [1440] },
  { name: 'panel-installations-german', who: 'clientadmin', path, ...inGerman, wire },
  {
    name: 'panel-installations-empty',
    who: 'clientadmin',
    path,
    wire: {
      '**/api/admin/installations/1': answering({ now: at(0), installations: [] }),
    },
  },
  {
    name: 'panel-installations-failed',
    who: 'clientadmin',
    path,
    wire: { '**/api/admin/installations/1': failing },
  },
]
