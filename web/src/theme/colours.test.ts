import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { strongestShade } from '../compare/marks.ts'

/** The colours of both schemes as they are written in the style sheet, by name without dashes. */
const css = readFileSync(new URL('colours.css', import.meta.url), 'utf8')
const [darkText = '', lightText = ''] = css.split(':root[data-mantine-color-scheme="light"]')
const namesIn = (text: string) =>
  new Map(
    [...text.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  )
const dark = namesIn(darkText)
const light = new Map([...dark, ...namesIn(lightText)])
const schemes = [
  ['dark', dark],
  ['light', light],
] as const

/** Relative luminance of `#rgb` or `#rrggbb` (WCAG 2.2, "relative luminance"). */
function luminance(colour: string): number {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(colour)?.[1]
  if (digits === undefined) throw new Error(`No plain colour: ${colour}`)
  const wide = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(wide.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio, 1 to 21 (WCAG 2.2, "contrast ratio"). */
function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other)
  return (high + 0.05) / (low + 0.05)
}

/** The pairs of these names that stand below a ratio, with theirs. */
function below(
  scheme: ReadonlyMap<string, string>,
  fronts: readonly string[],
  grounds: readonly string[],
  least: number,
): string[] {
  return fronts.flatMap((front) =>
    grounds.flatMap((ground) => {
      const ratio = contrast(scheme.get(front) ?? '', scheme.get(ground) ?? '')
      return ratio < least ? [`${front} on ${ground}: ${ratio.toFixed(2)}`] : []
    }),
  )
}

const surfaces = ['page', 'well', 'closed', 'card', 'raised', 'overlay', 'hover', 'selected', 'tip']
const bands = ['stop', 'go', 'hold', 'line']
const groups = [...dark.keys()].filter((name) => name.startsWith('group-'))
const series = [...dark.keys()].filter((name) => name.startsWith('series-'))

test('no other property of the page has the name of a colour: it would take its place in the dark scheme', () => {
  const others = ['global.css', 'controls.css'].flatMap((file) => [
    ...namesIn(readFileSync(new URL(file, import.meta.url), 'utf8')).keys(),
  ])
  expect(others.length).toBeGreaterThan(5)
  expect(others.filter((name) => dark.has(name))).toEqual([])
})

test('every colour of the dark scheme is decided in the light one, but ink, which is the same', () => {
  const own = namesIn(lightText)
  expect([...dark.keys()].filter((name) => !own.has(name))).toEqual(['ink'])
  expect([...own.keys()].filter((name) => !dark.has(name))).toEqual([])
})

test.each(schemes)('%s: text can be read on every surface and every tint', (_name, scheme) => {
  expect(below(scheme, ['text-1', 'text-2', 'text-3'], surfaces, 4.5)).toEqual([])
  for (const band of [...bands, 'dark']) {
    const grounds = [`${band}-tint`, 'card', 'page', 'overlay']
    expect(below(scheme, [`${band}-text`, 'text-1', 'text-2'], grounds, 4.5)).toEqual([])
  }
})

test.each(schemes)('%s: strips, lines and borders of controls are seen', (_name, scheme) => {
  const solids = [...bands, 'dark', 'go-quiet', 'chart-line', 'chart-lane', ...series]
  expect(below(scheme, solids, ['card'], 3)).toEqual([])
  // The marks of the states: in a tip, too.
  expect(below(scheme, ['stop', 'line', 'hold', 'go-text', 'text-3'], ['tip'], 3)).toEqual([])
  expect(below(scheme, ['line-3', 'focus'], ['page', 'well', 'card', 'raised'], 3)).toEqual([])
})

test.each(schemes)('%s: ink can be read on every solid colour', (_name, scheme) => {
  expect(below(scheme, ['ink'], [...bands, ...groups], 4.5)).toEqual([])
  expect(below(scheme, ['on-text'], ['text-1', 'text-3'], 4.5)).toEqual([])
})

test.each(schemes)(
  '%s: figures and differences can be read on the strongest shade',
  (_name, scheme) => {
    const [text = '', card = ''] = [scheme.get('text-1'), scheme.get('card')].map(widened)
    const shade = `#${[1, 3, 5]
      .map((at) => {
        const [one, other] = [text, card].map((colour) =>
          Number.parseInt(colour.slice(at, at + 2), 16),
        )
        const mixed = ((one ?? 0) * strongestShade + (other ?? 0) * (100 - strongestShade)) / 100
        return Math.round(mixed).toString(16).padStart(2, '0')
      })
      .join('')}`
    const onShade = new Map([...scheme, ['shade', shade]])
    expect(below(onShade, ['text-1', 'text-2', 'text-3'], ['shade'], 4.5)).toEqual([])
  },
)

/** `#rrggbb` of `#rgb`. */
const widened = (colour = '') =>
  colour.length === 4 ? colour.replace(/[0-9a-f]/g, '$&$&') : colour
