import { formatTimeInState, machineState, machineStates, type StateBand } from '@packboard/model'
import type { GlyphShape } from '../ui/Glyph.tsx'
import { shownShape } from './bandLook.ts'
import { shareText } from './ringSeries.ts'

/** Seconds in one state, by the name that it is shown with. */
export type StateTime = { readonly name: string; readonly seconds: number }

export type StateBar = StateTime & {
  readonly band: StateBand
  readonly shape: GlyphShape
  readonly hollow: boolean
  /** `6h 57m`, `25m 00s`, `41s`. */
  readonly time: string
  /** `81.7 %` of all that is shown. */
  readonly share: string
  /** Another state is selected. */
  readonly faded?: boolean
}

const codes = new Map(machineStates.map(({ name, code }) => [name, code]))
const unknown = -1
const idle = 8

/** Solid colours of bars; the green of a bar is the solid one, not the quieter one of a strip. */
export const barColours: Record<StateBand, string> = {
  stop: 'var(--stop)',
  go: 'var(--go)',
  hold: 'var(--hold)',
  line: 'var(--line)',
  dark: 'var(--dark)',
}

/** Times by state as bars, the longest first, with glyph and band of the state vocabulary. */
export function stateBarsSeries(times: readonly StateTime[]): StateBar[] {
  const total = times.reduce((sum, { seconds }) => sum + seconds, 0)
  return times
    .filter(({ seconds }) => seconds > 0)
    .toSorted((a, b) => b.seconds - a.seconds)
    .map(({ name, seconds }) => {
      const code = codes.get(name) ?? unknown
      return {
        name,
        seconds,
        band: machineState(code).band,
        shape: shownShape(code, false),
        hollow: code === idle,
        time: formatTimeInState(seconds),
        share: shareText(seconds, total, 1),
      }
    })
}
