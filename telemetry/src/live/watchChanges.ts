import type { ClientScope } from '@packboard/model'
import type { Committed } from '../context.ts'
import type { Telemetry } from '../store.ts'

/** What a commit brought of one machine. */
export type MachineChange = {
  readonly machineId: number
  /** The instants of its oldest and its newest sample, ms since 1970; null: it brought none. */
  readonly oldest: number | null
  readonly newest: number | null
  /** The states that it reported, in the order in which they came; a sample without one stays in the state before. */
  readonly states: readonly number[]
  readonly alarms: boolean
  /** Its session ended: it is OFFLINE from then on (D11). */
  readonly ended: boolean
  /** It came from a file. */
  readonly imported: boolean
}

/**
 * Notifies a listener, until the returned function is called, of each commit that brought records of a client. It runs after the commit, which
 * does not wait for it. `all`: it is not known of which machines, so it may be each of them.
 */
export function watchChanges(
  { context }: Telemetry,
  { clientId }: ClientScope,
  listener: (change: MachineChange | 'all') => void,
): () => void {
  let ended = false
  const onCommitted = (committed: Committed) => {
    setImmediate(() => {
      if (ended) return
      try {
        for (const change of changesOf(committed, clientId)) listener(change)
        if (committed.unclear !== undefined) listener('all')
      } catch (error) {
        context.log.warn({ err: error }, 'A watcher of changed machines failed')
      }
    })
  }
  context.events.on('committed', onCommitted)
  return () => {
    ended = true
    context.events.off('committed', onCommitted)
  }
}

function changesOf({ samples, alarms }: Committed, clientId: number): MachineChange[] {
  type Change = { -readonly [Key in keyof MachineChange]: MachineChange[Key] } & {
    states: number[]
  }
  const changes = new Map<number, Change>()
  const of = (machineId: number) => {
    const known = changes.get(machineId)
    if (known !== undefined) return known
    const change: Change = {
      ...{ machineId, oldest: null, newest: null, states: [] },
      ...{ alarms: false, ended: false, imported: false },
    }
    changes.set(machineId, change)
    return change
  }
  for (const sample of samples) {
    if (sample.clientId !== clientId) continue
    const change = of(sample.machineId)
    change.oldest = Math.min(change.oldest ?? sample.at, sample.at)
    change.newest = Math.max(change.newest ?? sample.at, sample.at)
    if (sample.state !== undefined) change.states.push(sample.state)
    if (sample.death) change.ended = true
    if (sample.imported) change.imported = true
  }
  for (const alarm of alarms) if (alarm.clientId === clientId) of(alarm.machineId).alarms = true
  return [...changes.values()]
}
