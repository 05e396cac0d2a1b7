import type { DamagedMonth } from './damagedMonths.ts'
import { newCounters, slowQuestions } from './metrics.ts'
import type { Telemetry } from './store.ts'

/** The records of the client of this question are held by another process. */
export class RecordsAreElsewhere extends Error {
  /** Of a call whose address does not name the client. */
  readonly clientId: number | undefined
  constructor(clientId?: number) {
    super('The records of this client are held by another process.')
    this.name = 'RecordsAreElsewhere'
    this.clientId = clientId
  }
}

/** Makes a question for a call whose address does not name the client, so that it can be sent on. */
export function ofClient<Answer>(clientId: number, question: () => Answer): Answer {
  try {
    return question()
  } catch (error) {
    throw error instanceof RecordsAreElsewhere ? new RecordsAreElsewhere(clientId) : error
  }
}

/**
 * Telemetry of a process that holds no store: each question fails with `RecordsAreElsewhere`, before anything else was done for
 * it, so that it can be sent on whole.
 */
export function telemetryElsewhere(cells: {
  health(): Promise<{ ok: boolean; detail: string }>
  damage(): readonly DamagedMonth[]
  acceptDamage(month: number): Promise<readonly DamagedMonth[]>
}): Telemetry {
  const elsewhere = () => {
    throw new RecordsAreElsewhere()
  }
  return {
    ...cells,
    get context() {
      return elsewhere()
    },
    get commits() {
      return elsewhere()
    },
    close: async () => {},
    enginePid: () => undefined,
    settled: async () => {},
    forgetOld: async () => 0,
    metrics: () => ({ ...newCounters(), ...noEngine, damagedMonths: cells.damage().length }),
    heardAt: () => undefined,
    questions: slowQuestions,
    storage: async () => undefined,
    rebuildHours: async () => elsewhere(),
    rebuildMinutes: async () => elsewhere(),
    unfinishedRebuilds: async () => elsewhere(),
    lookForDamage: async () => {},
  }
}

const noEngine = {
  engineRestarts: 0,
  engineRowsInserted: 0,
  engineRowsMerged: 0,
  damagedRows: 0,
  partsChecked: 0,
  partsToCheck: 0,
  hourMonthsToCheck: 0,
  hoursToWrite: 0,
  pastMonthsNotJoined: 0,
  sumPiecesInMemory: 0,
  sumsFromMemory: 0,
  sumsFromStore: 0,
}
