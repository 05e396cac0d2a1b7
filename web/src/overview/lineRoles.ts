import { useSyncExternalStore } from 'react'
import { listeners } from '../listeners.ts'

/** What a machine is in the stop of its line, in the words of the page: `holds Line 1`, `waits for CP-105`. */
type Roles = ReadonlyMap<string, string>

const byLine = new Map<string, Roles>()
const { watch, notify } = listeners()

/** The machines of one line by serial number; none: the line runs, or nothing is known of it. */
export function showLineRoles(line: string, roles: Roles = new Map()) {
  if (roles.size === 0) byLine.delete(line)
  else byLine.set(line, roles)
  notify()
}

/** undefined: it neither holds its line nor waits. */
export const useLineRole = (line: string, serialNo: string) =>
  useSyncExternalStore(watch, () => byLine.get(line)?.get(serialNo))
