const known = new Map<string, string>()

/** A colour as a canvas understands it: `var(--name)` becomes its value in the scheme that is shown; others stay as they are. */
export function paint(colour: string): string {
  const name = /^var\((--[\w-]+)\)$/.exec(colour)?.[1]
  if (name === undefined) return colour
  const root = document.documentElement
  const key = `${root.dataset.mantineColorScheme} ${name}`
  let value = known.get(key)
  if (value === undefined) {
    value = getComputedStyle(root).getPropertyValue(name).trim()
    // Before the style sheet is there nothing is remembered.
    if (value !== '') known.set(key, value)
  }
  return value
}
