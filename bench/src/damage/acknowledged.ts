/** A client of the demo and the machines that send in a round, one by HTTP and one by MQTT. */
export const senders = [
  { clientId: 1, http: 'FW-101', mqtt: 'FW-102' },
  { clientId: 2, http: 'FW-511', mqtt: 'FW-512' },
] as const

export const productOf = (clientId: number) => `Bar of client ${clientId}`
export const monthOf = (time: number) => new Date(time).toISOString().slice(0, 7)

export type Kind = 'packs' | 'alarms' | 'audits' | 'quarantined' | 'accepted'
/** A figure of one client, of a month where it has one: `packs 1 2026-03`. */
export const figureName = (kind: Kind, clientId: number, month = '') =>
  `${kind} ${clientId} ${month}`.trim()

/** What was acknowledged: each sample is a fallen counter, so that each counts by its own value (D14). */
export class Acknowledged {
  readonly figures = new Map<string, number>()

  add(kind: Kind, clientId: number, time: number, value = 1) {
    const month = kind === 'quarantined' || kind === 'accepted' ? '' : monthOf(time)
    const name = figureName(kind, clientId, month)
    this.figures.set(name, (this.figures.get(name) ?? 0) + value)
  }

  copy(): Map<string, number> {
    return new Map(this.figures)
  }
}
