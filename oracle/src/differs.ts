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
