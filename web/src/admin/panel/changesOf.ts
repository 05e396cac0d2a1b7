/** One field of a change: what it was, and what it is now. */
export type Change = { readonly field: string; readonly before: string; readonly after: string }

/** What an entry of the audit log changed, field by field; what stayed the same is left out. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? '', after: now.get(field) ?? '' }))
    .filter((change) => change.before !== change.after)
}

function fieldsOf(value: unknown): Map<string, string> {
  if (value === null || value === undefined) return new Map()
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([['value', textOf(value)]])
  return new Map(Object.entries(value).map(([field, each]) => [field, textOf(each)]))
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
