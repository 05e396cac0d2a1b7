import { readClientSearch } from '../session/chosenClient.ts'

/** The address of the page of a shift: whose, and an instant in it; without one it is the shift that runs. */
export type ShiftSearch = { client?: number; start?: string }

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/

/** Reads an address that may have been typed or cut. */
export function readShiftSearch(search: Record<string, unknown>): ShiftSearch {
  const { start } = search
  const at = typeof start === 'string' && instant.test(start) ? Date.parse(start) : Number.NaN
  return {
    ...readClientSearch(search),
    ...(!Number.isNaN(at) && { start: new Date(at).toISOString() }),
  }
}
