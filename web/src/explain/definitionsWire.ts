import type { ChartQuery, DefinitionsAnswer } from '@packboard/contract'
import {
  type DefinitionKind,
  type DefinitionRule,
  definitionKinds,
  differingTerms,
  effectiveness,
  formatDateTime,
  formatHoursMinutes,
  knownDefinitions,
  type MissingTerm,
  noFigure,
} from '@packboard/model'
import { formatCount, formatDecimals, formatPercent } from '../i18n/formatNumber.ts'
import { textsOf } from '../i18n/useTexts.ts'

/** One definition of the table; `rule` is null while the client has entered none. */
export type ShownDefinition = {
  readonly kind: DefinitionKind
  readonly rule: DefinitionRule | null
  readonly value: number | null
  readonly missing: MissingTerm | null
  /** Its value minus OEEE. */
  readonly points: number | null
  readonly differs: readonly (keyof DefinitionRule)[]
}

/** The five definitions of an answer; a draft stands in place of what the client has entered. */
export function shownDefinitions(
  answer: DefinitionsAnswer,
  draft?: DefinitionRule,
): ShownDefinition[] {
  const oeee = effectiveness(knownDefinitions.oeee, answer).value
  return definitionKinds.map((kind) => {
    const rule = kind === 'earlier' ? (draft ?? answer.earlier) : knownDefinitions[kind]
    if (rule === null) {
      return { kind, rule, value: null, missing: null, points: null, differs: [] }
    }
    const result = effectiveness(rule, answer)
    const points = result.value === null || oeee === null ? null : result.value - oeee
    return { ...{ kind, rule, points }, ...result, differs: differingTerms(rule) }
  })
}

/** `+1.4`, `−5.5`, `±0.0`: in points of percent. */
export function pointsText(points: number): string {
  const rounded = Math.round(points * 10) / 10
  const sign = rounded > 0 ? '+' : rounded < 0 ? '−' : '±'
  return `${sign}${formatDecimals(Math.abs(rounded), 1)}`
}

/** What a row says of a definition, and which term it is about. */
export type DefinitionRow = {
  readonly key: 'divides' | 'stays' | 'speed' | 'packs' | 'ideal' | 'source'
  readonly term: keyof DefinitionRule | null
  readonly text: (rule: DefinitionRule, kind: DefinitionKind) => string
}

/** The rows below the result, in the order of the screen. */
export function definitionRows(answer: DefinitionsAnswer, isDraft: boolean, zone: string) {
  const say = textsOf('definitions')
  const rows: readonly DefinitionRow[] = [
    {
      ...{ key: 'divides', term: 'dividesBy' },
      text: ({ dividesBy }) => `${hours(answer.seconds[dividesBy])} ${say(`divisor.${dividesBy}`)}`,
    },
    {
      ...{ key: 'stays', term: 'dividesBy' },
      text: ({ dividesBy }) => say(`stays.${dividesBy}`),
    },
    {
      ...{ key: 'speed', term: 'speed' },
      text: ({ speed }) => say(`speed.${speed}`, { ppm: speedText(answer.speeds[speed]) }),
    },
    {
      ...{ key: 'packs', term: 'packs' },
      text: ({ packs }) => say(`packs.${packs}`, { count: formatCount(answer.packs[packs]) }),
    },
    {
      ...{ key: 'ideal', term: null },
      text: ({ speed, packs }) => hours(answer.packSeconds[speed][packs]),
    },
    {
      ...{ key: 'source', term: null },
      text: (_rule, kind) => sourceText(answer, kind, { isDraft, zone }),
    },
  ]
  return rows
}

export const hours = (seconds: number | null) =>
  seconds === null ? noFigure : formatHoursMinutes(seconds)

/** `160 ppm`, `80 to 160 ppm`. */
export function speedText(speeds: DefinitionsAnswer['speeds']['target']): string {
  if (speeds === null) return noFigure
  const say = textsOf('definitions')
  const [least, most] = [speeds.least, speeds.most].map((ppm) => formatDecimals(ppm, 0, 1))
  if (least === most) return say('ppm', { ppm: least ?? '' })
  return say('ppmRange', { least: least ?? '', most: most ?? '' })
}

function sourceText(
  { earlier }: DefinitionsAnswer,
  kind: DefinitionKind,
  { isDraft, zone }: { isDraft: boolean; zone: string },
): string {
  const say = textsOf('definitions')
  if (kind !== 'earlier') {
    return say(kind === 'oeee' || kind === 'en415' ? 'source.standard' : `source.${kind}`)
  }
  if (isDraft || earlier === null) return say('source.draft')
  const date = formatDateTime(earlier.setAt, zone).slice(0, 10)
  return say('source.earlier', { name: earlier.setBy ?? noFigure, date })
}

/** The whole table as lines of cells, with all digits: percent, seconds, packs per minute and packs. */
export function definitionLines(answer: DefinitionsAnswer): string[][] {
  const say = textsOf('definitions')
  const shown = shownDefinitions(answer)
  const line = (title: string, of: (one: ShownDefinition) => string | number | null) => [
    title,
    ...shown.map((one) => String(of(one) ?? '')),
  ]
  const rows = definitionRows(answer, false, 'UTC')
  return [
    line('', ({ kind }) => say(`name.${kind}`)),
    line(`${say('result')} (%)`, ({ value }) => value),
    line(say('points', { points: '±' }), ({ points }) => points),
    line(`${say('divides')} (s)`, ({ rule }) => rule && answer.seconds[rule.dividesBy]),
    line(`${say('ideal')} (s)`, ({ rule }) => rule && answer.packSeconds[rule.speed][rule.packs]),
    ...rows
      .filter(({ key }) => key !== 'divides' && key !== 'ideal')
      .map(({ key, text }) => line(say(key), ({ rule, kind }) => rule && text(rule, kind))),
    line(say('noResult'), ({ rule, missing }) =>
      rule === null ? say('notEntered') : missing && say(`missing.${missing}`),
    ),
  ]
}

/** `84.9`, without its sign of percent. */
export const bareNumber = (value: number | null) => formatPercent(value).replace(/\s*%$/, '')

/** Both ends of the window of a question as people write them, `15-11-2026 06:00`; of whole days without the times. */
export function momentsOf(question: ChartQuery): { readonly from: string; readonly to: string } {
  const { start_date, start_time, end_date, end_time } = question
  const isWhole = start_time === '00:00' && end_time === '23:59'
  const moment = (day: string, time: string) =>
    `${day.split('-').toReversed().join('-')}${isWhole ? '' : ` ${time}`}`
  return { from: moment(start_date, start_time), to: moment(end_date, end_time) }
}
