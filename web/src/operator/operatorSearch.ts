import { readClientSearch } from '../session/clientSearch.ts'

/** The line whose machines are the tabs, and the machine that is open. */
export type OperatorSearch = { client?: number; line?: string; machine?: string }

const longest = 200

/** Reads an address that may have been typed or cut: values of the wrong shape are ignored. */
export function readOperatorSearch(search: Record<string, unknown>): OperatorSearch {
  const text = (value: unknown) => {
    const read = typeof value === 'number' ? String(value) : value
    return typeof read === 'string' && read.length <= longest ? read : undefined
  }
  const line = text(search.line)
  const machine = text(search.machine)
  return {
    ...readClientSearch(search),
    ...(line !== undefined && { line }),
    ...(machine !== undefined && { machine }),
  }
}
