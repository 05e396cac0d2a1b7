/** What a scrape holds of one metric. */
export type Series = {
  readonly count: number
  /** Each label with its values. */
  readonly labels: ReadonlyMap<string, ReadonlySet<string>>
  /** The value with exactly these labels. */
  valueOf(labels: Record<string, string>): number | undefined
}
/** The series of a scrape by their names, as Prometheus stores them: with `_bucket`, `_sum` and `_count`. */
export type Scrape = ReadonlyMap<string, Series>

const pairs = (text: string) =>
  [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )

/** Reads Prometheus's text. */
export function scrapeOf(text: string): Scrape {
  const found = new Map<
    string,
    { count: number; labels: Map<string, Set<string>>; values: Map<string, number> }
  >()
  for (const line of text.split('\n')) {
    const [, name, list = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined) continue
    const series = found.get(name) ?? { count: 0, labels: new Map(), values: new Map() }
    found.set(name, series)
    series.count += 1
    for (const [label, word] of pairs(list)) {
      const words = series.labels.get(label) ?? new Set()
      series.labels.set(label, words.add(word))
    }
    series.values.set(keyOf(Object.fromEntries(pairs(list))), Number(value))
  }
  return new Map(
    [...found].map(([name, { count, labels, values }]) => [
      name,
      { count, labels, valueOf: (wanted: Record<string, string>) => values.get(keyOf(wanted)) },
    ]),
  )
}

const keyOf = (labels: Record<string, string>) =>
  JSON.stringify(Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1)))

/** Added by Prometheus itself. */
const ofPrometheus = ['instance', 'job', 'alertname', 'alertstate']

/**
 * What an expression names that the scrape does not have: metrics, their labels, values that a label must equal, labels that it
 * groups by or that a legend shows.
 */
export function unknownIn(
  expression: string,
  scrape: Scrape,
  absent: ReadonlySet<string>,
): string[] {
  const unknown: string[] = []
  const labels = new Set(ofPrometheus)
  for (const [, name = '', matchers = ''] of expression.matchAll(
    /(packboard_\w+)(?:\{([^}]*)\})?/g,
  )) {
    const series = scrape.get(name)
    if (!series) {
      if (!absent.has(name)) unknown.push(name)
      continue
    }
    for (const label of series.labels.keys()) labels.add(label)
    for (const [, label = '', how = '', value = ''] of matchers.matchAll(
      /(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g,
    )) {
      if (ofPrometheus.includes(label)) continue
      const values = series.labels.get(label)
      if (!values) unknown.push(`${name}{${label}}`)
      else if (how === '=' && !values.has(value)) unknown.push(`${name}{${label}="${value}"}`)
    }
  }
  for (const [, list = ''] of expression.matchAll(/\b(?:by|on|ignoring|without) \(([^)]*)\)/g)) {
    for (const label of list.split(',').map((one) => one.trim())) {
      if (!labels.has(label)) unknown.push(`by ${label}`)
    }
  }
  for (const [, label = ''] of expression.matchAll(/\{\{ ?(?:\$labels\.)?(\w+) ?\}\}/g)) {
    if (!labels.has(label)) unknown.push(`{{ ${label} }}`)
  }
  return unknown
}
