/** Texts of a mode that is production; ISA-TR88.00.02 gives it the number 1. */
const production: ReadonlySet<string> = new Set(['production', 'producing', '1'])
/** Texts that say no mode: as if none had been sent. */
const nothing: ReadonlySet<string> = new Set(['', '0', 'invalid', 'undefined'])

/** Texts that are no other mode, as `unitModeKey` makes them. */
export const plainUnitModes: readonly string[] = [...production, ...nothing]

/** How texts of a mode are compared: without spaces around them, upper and lower case alike. */
export const unitModeKey = (mode: string): string => mode.trim().toLowerCase()

/**
 * The mode that a text stands for where it is another one than production, without spaces around it; empty where not-run time stays planned
 * (D72). Further texts may be production for a client.
 */
export function otherUnitMode(mode: string): string {
  const key = unitModeKey(mode)
  return production.has(key) || nothing.has(key) ? '' : mode.trim()
}

/** A time without a break that a machine spent in one unit mode other than production; ms since 1970, `to` is not part of it. */
export type ModeSpan = { readonly from: number; readonly to: number; readonly mode: string }

/** Joins a stretch to the last one of a list where it goes on with it, and else adds it. */
export function addModeSpan(spans: ModeSpan[], { from, to, mode }: ModeSpan): void {
  const last = spans.at(-1)
  if (last !== undefined && last.to === from && last.mode === mode) {
    spans[spans.length - 1] = { from: last.from, to, mode }
  } else spans.push({ from, to, mode })
}
