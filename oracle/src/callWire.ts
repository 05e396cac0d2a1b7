/** One answer of the API. */
export type Answer = { readonly status: number; readonly body: unknown }

/** Calls the API; `path` begins behind `/api/`. */
type AskRoute = (path: string, query: Query, body?: unknown) => Promise<Answer>
export type Query = Readonly<Record<string, string | number>>

/** A call of the API: its answer, normalised so that it can be compared with the answer of the reference. */
export type Call = {
  readonly name: string
  readonly expected: unknown
  readonly ask: (endpoint: AskRoute) => Promise<unknown>
}

/** A call whose whole answer is compared. */
export const plainCall = (name: string, path: string, query: Query, body: unknown): Call => ({
  name,
  expected: { status: 200, body },
  ask: (endpoint) => endpoint(path, query),
})

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

/** Beyond this share of the larger one, two numbers are not the same figure. */
const relative = 1e-9

/**
 * Where an answer differs from what the reference says, in a line; null when it does not. Numbers may differ by rounding
 * alone. What the reference says nothing about is not compared; lists are compared from end to end.
 */
export function differs(expected: unknown, actual: unknown, path = ''): string | null {
  if (typeof expected === 'number' && typeof actual === 'number') {
    const larger = Math.max(Math.abs(expected), Math.abs(actual))
    return Math.abs(expected - actual) <= Math.max(1e-12, larger * relative)
      ? null
      : reported(path, expected, actual)
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return reported(path, expected, actual)
    for (let index = 0; index < Math.max(expected.length, actual.length); index++) {
      const inner = `${path}[${index}]`
      if (index >= expected.length || index >= actual.length) {
        const lengths = `${expected.length} expected, ${actual.length} answered`
        return `${reported(inner, expected[index], actual[index])} (${lengths})`
      }
      const difference = differs(expected[index], actual[index], inner)
      if (difference !== null) return difference
    }
    return null
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return reported(path, expected, actual)
    const found = new Map(Object.entries(actual))
    for (const [key, value] of Object.entries(expected)) {
      const difference = differs(value, found.get(key), `${path}.${key}`)
      if (difference !== null) return difference
    }
    return null
  }
  return Object.is(expected, actual) || expected === actual
    ? null
    : reported(path, expected, actual)
}

function reported(path: string, expected: unknown, actual: unknown): string {
  return `${path}: expected ${short(expected)}, answered ${short(actual)}`
}

const short = (value: unknown) => (JSON.stringify(value) ?? String(value)).slice(0, 400)
