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
export type RequestKind = (typeof requestKinds)[number]

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
