import type { AlarmName } from './alarmBook.ts'

/** One state for some time. `pace` is the share of the set speed at which packs leave the machine. */
export type Step = {
  readonly state: number
  readonly ms: number
  readonly pace: number
  /** Rejects in 10,000 packs, where it differs from the machine's usual share. */
  readonly rejectsPer10k?: number
  readonly unitMode?: UnitMode
  readonly does?: 'newBatch' | 'changeProduct' | 'changeOperator' | 'exchangeController'
}

export type UnitMode = 'Production' | 'Setup' | 'Maintenance'

/** An alarm of a story, in ms from its start; a first-out cause comes a moment before the stop. */
export type StoryAlarm = {
  readonly name: AlarmName
  readonly after: number
  readonly lasts: number
}

/** What an operator can change on the panel. */
export type Setting =
  | 'setSpeed'
  | 'sealFront'
  | 'sealRear'
  | 'finSeal'
  | 'filmTension'
  | 'knifePhase'
export type StoryChange = {
  readonly after: number
  readonly by: 'Operator' | 'Maintenance' | 'Engineer'
  readonly setting: Setting
  readonly change: number
}

/** Something that happens to a running machine, from leaving Execute until it is back there. */
export type Story = {
  readonly steps: readonly Step[]
  readonly alarms: readonly StoryAlarm[]
  readonly changes: readonly StoryChange[]
}
