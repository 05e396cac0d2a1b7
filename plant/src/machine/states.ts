import { stateTimesOf } from '@packboard/model'
import type { MachineDay } from './machineDay.ts'

/** The state codes by their names, as the simulator's stories use them (specification §4). */
export const State = {
  Aborting: 1,
  Clearing: 2,
  Aborted: 3,
  Completed: 4,
  Stopped: 5,
  Stopping: 6,
  Resetting: 7,
  Idle: 8,
  Starting: 9,
  Execute: 10,
  Completing: 11,
  Holding: 12,
  Held: 13,
  Unholding: 14,
  Suspending: 15,
  Suspended: 16,
  Unsuspending: 17,
  PackBlock: 18,
  Downstream: 19,
  LowFilm: 20,
  FilmSnap: 21,
  RegFilmAlarm: 22,
  MinPack: 23,
  MaxPack: 24,
  SealOverValue: 25,
  SealUnderValue: 26,
} as const

/** Powered off: the machine sends nothing. This code is never sent. */
export const poweredOff = 0

/** In a warning a machine packs on, and its line may stop it as in Execute. */
const lineStops = [State.Suspending, State.Downstream]

/**
 * Which state may follow which: the PackML model, with the maker's codes 18–26 as special conditions of Execute.
 * Abort is possible from everywhere and Stop from everywhere but the abort branch; they are added below.
 */
const follows: Record<number, readonly number[]> = {
  [poweredOff]: [State.Stopped],
  [State.Stopped]: [State.Resetting, poweredOff],
  [State.Resetting]: [State.Idle],
  [State.Idle]: [State.Starting],
  [State.Starting]: [State.Execute],
  [State.Execute]: [
    State.Completing,
    State.Holding,
    State.Suspending,
    State.PackBlock,
    State.Downstream,
    State.LowFilm,
    State.FilmSnap,
    State.RegFilmAlarm,
    State.MinPack,
    State.MaxPack,
    State.SealOverValue,
    State.SealUnderValue,
  ],
  [State.Completing]: [State.Completed],
  [State.Completed]: [State.Resetting],
  [State.Holding]: [State.Held],
  [State.Held]: [State.Unholding],
  [State.Unholding]: [State.Execute],
  [State.Suspending]: [State.Suspended],
  [State.Suspended]: [State.Unsuspending],
  [State.Unsuspending]: [State.Execute],
  [State.PackBlock]: [State.Resetting],
  [State.Downstream]: [State.Execute],
  [State.LowFilm]: [State.Execute, State.Holding, State.FilmSnap, ...lineStops],
  [State.FilmSnap]: [State.Holding],
  [State.RegFilmAlarm]: [State.Execute, State.Holding],
  [State.MinPack]: [State.Execute, State.Holding, ...lineStops],
  [State.MaxPack]: [State.Execute, State.Holding, ...lineStops],
  [State.SealOverValue]: [State.Execute, State.Holding, ...lineStops],
  [State.SealUnderValue]: [State.Execute, State.Holding, ...lineStops],
  [State.Aborting]: [State.Aborted],
  [State.Aborted]: [State.Clearing],
  [State.Clearing]: [State.Stopped],
  [State.Stopping]: [State.Stopped],
}

const abortBranch: readonly number[] = [State.Aborting, State.Aborted, State.Clearing, poweredOff]
const cannotStop: readonly number[] = [...abortBranch, State.Stopping, State.Stopped]

export function mayFollow(state: number, next: number): boolean {
  if (next === State.Aborting) return !abortBranch.includes(state)
  if (next === State.Stopping) return !cannotStop.includes(state)
  return follows[state]?.includes(next) ?? false
}

/** Warnings under which the machine may continue to pack (D13). */
export const warningStates: readonly number[] = [
  State.LowFilm,
  State.MinPack,
  State.MaxPack,
  State.SealOverValue,
  State.SealUnderValue,
]

/** Does a machine run, as its stops are counted (D13)? In a warning it does while packs leave it. */
export function isRunning(state: number, packs: boolean): boolean {
  if (warningStates.includes(state)) return packs
  return state === State.Execute || state === State.Completing
}

/** A machine that stands in these waits for another one of its line. */
export const externalStates: readonly number[] = [
  State.Suspending,
  State.Suspended,
  State.Unsuspending,
  State.Downstream,
]

/** How long a machine was in each state since its day began, as PackML counts it: in whole seconds. */
export function stateSecondsAt({ pieces, to }: MachineDay, at: number): string {
  const times = new Map<number, number>()
  pieces.forEach(({ from, state }, index) => {
    if (from >= at || state === poweredOff) return
    const end = Math.min(at, pieces[index + 1]?.from ?? to)
    times.set(state, (times.get(state) ?? 0) + end - from)
  })
  return stateTimesOf([...times].map(([state, ms]) => [state, Math.floor(ms / 1_000) * 1_000]))
}
