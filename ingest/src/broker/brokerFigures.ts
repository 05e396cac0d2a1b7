export type BrokerFigures = {
  readonly connections: number
  readonly sessions: number
  readonly refusedConnections: number
  readonly refusedSignIns: number
  readonly refusedSubscriptions: number
  readonly messages: number
  /** Messages of QoS 0: stored like the others, but without an acknowledgement. */
  readonly unacknowledged: number
  /** Messages of QoS 0 that could not be stored; their sender is not informed. */
  readonly lost: number
  readonly ignored: number
  readonly deaths: number
}

/** The figures that are counted; the open sessions are those that there are. */
export type BrokerCounts = {
  -readonly [Figure in Exclude<keyof BrokerFigures, 'sessions'>]: BrokerFigures[Figure]
}

export const noCounts = (): BrokerCounts => ({
  connections: 0,
  refusedConnections: 0,
  refusedSignIns: 0,
  refusedSubscriptions: 0,
  messages: 0,
  unacknowledged: 0,
  lost: 0,
  ignored: 0,
  deaths: 0,
})
