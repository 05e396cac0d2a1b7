import { knows, type Reading, type Sender } from './connector.ts'
import { deviceSender, type MachineDirectory, type NumberLookUp } from './directory.ts'
import type { IngestLog } from './log.ts'

/** How often an unknown number is looked up, how many numbers of one client meanwhile, and how long its records wait for it at most. */
export const lookUpLimits = { everyMs: 1_000, numbers: 1_000, waitMs: 5_000 } as const

/**
 * Looks numbers up that the directory does not know, before their records are quarantined: a machine may be in the store, and the
 * directory behind it (D67). Each client has its own table and one query at a time, so none learns of or waits for the numbers of another.
 */
export function createNumberLookUp({
  find,
  now,
  log,
}: {
  /** Brings the directory up to date when one of these is in the store. */
  find(clientId: number | null, serialNos: readonly string[]): Promise<void>
  now(): number
  log: IngestLog
}): NumberLookUp {
  type LookUp = { readonly serialNos: string[]; readonly done: Promise<void>; isOver: boolean }
  type Client = {
    readonly numbers: Map<string, { readonly at: number; readonly lookUp: LookUp }>
    last: Promise<void>
    /** What the query after the one that runs is about. */
    next: LookUp | undefined
  }
  const clients = new Map<number | null, Client>()

  function nextOf(clientId: number | null, client: Client): LookUp {
    if (client.next) return client.next
    const serialNos: string[] = []
    const done = client.last.then(async () => {
      client.next = undefined
      try {
        await find(clientId, serialNos)
      } catch (error) {
        log.warn({ err: error }, 'Unknown serial numbers could not be looked up')
      }
      lookUp.isOver = true
    })
    const lookUp: LookUp = { serialNos, done, isOver: false }
    client.next = lookUp
    client.last = done
    return lookUp
  }

  return (clientId, serialNos) => {
    const at = now()
    const client = clients.get(clientId) ?? {
      numbers: new Map(),
      last: Promise.resolve(),
      next: undefined,
    }
    clients.set(clientId, client)
    const { numbers } = client
    for (const [serialNo, known] of numbers) {
      if (known.lookUp.isOver && at - known.at >= lookUpLimits.everyMs) numbers.delete(serialNo)
    }
    const waiting = new Set<Promise<void>>()
    for (const serialNo of serialNos) {
      let known = numbers.get(serialNo)
      if (known === undefined) {
        if (numbers.size >= lookUpLimits.numbers) continue
        known = { at, lookUp: nextOf(clientId, client) }
        known.lookUp.serialNos.push(serialNo)
        numbers.set(serialNo, known)
      }
      if (!known.lookUp.isOver) waiting.add(known.lookUp.done)
    }
    return waiting.size === 0 ? undefined : within(lookUpLimits.waitMs, [...waiting])
  }
}

async function within(ms: number, waiting: readonly Promise<void>[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([Promise.all(waiting), late])
  clearTimeout(timer)
}

/**
 * The sender, with what it may send for now, once the numbers of a reading that it does not know were looked up; undefined: nothing is to
 * be waited for. A number of another client is looked up like one that nobody has (D66).
 */
export function afterLookUp(
  directory: MachineDirectory,
  sender: Sender,
  { records }: Reading,
): Promise<Sender> | undefined {
  if (!directory.lookUp) return undefined
  let unknown: Set<string> | undefined
  let before = ''
  for (const incoming of records) {
    if (!('record' in incoming)) continue
    const { serialNo } = incoming.record
    if (serialNo === before) continue
    before = serialNo
    const machine = directory.bySerial(serialNo)
    if (serialNo === '' || (machine && knows(sender, machine))) continue
    unknown ??= new Set()
    unknown.add(serialNo)
  }
  const lookedUp = unknown && directory.lookUp(sender.clientId, [...unknown])
  return lookedUp?.then(() => {
    const device = sender.credential === undefined ? null : directory.deviceNow(sender.credential)
    return device ? deviceSender(device) : sender
  })
}
