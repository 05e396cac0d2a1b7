/** One answer of the API. */
export type Answer = { readonly status: number; readonly body: unknown }

/** Calls the API; `path` begins behind `/api/`. */
export type AskRoute = (path: string, query: Query, body?: unknown) => Promise<Answer>
export type Query = Readonly<Record<string, string | number>>

/** A call of the API: its answer, normalised so that it can be compared with the answer of the reference. */
export type Call = {
  readonly name: string
  readonly expected: unknown
  readonly ask: (endpoint: AskRoute) => Promise<unknown>
}

export type Json = { readonly [key: string]: unknown }
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null
/** The value at this path of keys in an answer, if it is there. */
export const at = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce((inner, key) => (isJson(inner) ? inner[key] : undefined), value)
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Rows of the same instant have no order among themselves; their text gives them one. */
export function inAnyOrder(rows: readonly unknown[]): unknown[] {
  return [...rows].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

export function rises(rows: readonly unknown[], key: string, falling = false): boolean {
  const values = rows.map((row) => String(at(row, key)))
  return values.every((value, index) => {
    const before = values[index - 1]
    return before === undefined || (falling ? before >= value : before <= value)
  })
}
