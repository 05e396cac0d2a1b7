import type { ExplainedTerm, ExplainQuery, Explanation } from '@packboard/contract'
import { formatDateTime, formatDuration, machineStates, noFigure, wallTime } from '@packboard/model'
import { formatDecimals } from '../i18n/formatNumber.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { stateWord, stateWordOf, timeWord } from '../i18n/stateWords.ts'
import { textsOf } from '../i18n/useTexts.ts'
import type { Figure } from '../shell/help/figureHelp.ts'
import { browserZone } from '../time/zone.ts'

/** The words of an explanation: the server sends which terms there are, the page has their names. */

type Question = Pick<ExplainQuery, 'figure' | 'part'>
type Kind = ExplainedTerm['term']

/** What is explained: `Run`, `Packs: Caramel Duo 2 × 25 g`. */
export function titleOf({ figure, part }: Question): string {
  const say = textsOf('explain')
  switch (figure) {
    case 'packs':
      return textsOf('metrics')('packs')
    case 'oeee':
      return textsOf('metrics')('oeee')
    case 'product':
      return say('titleProduct', { part: reportedText(part) })
    case 'alarmGroup':
      return say('titleAlarmGroup', { part })
    case 'state':
      return say('titleState', { part: stateWordOf(part) })
    default:
      return timeWord(figure)
  }
}

/** Under which name the help defines a figure of an explanation. */
const definedAs = {
  packs: 'packs',
  run: 'run',
  idle: 'idle',
  alarm: 'alarm',
  ancillary: 'ancillary',
  unknown: 'machineStatus',
  offline: 'machineStatus',
  oeee: 'oeee',
  product: 'products',
  alarmGroup: 'alarms',
  state: 'states',
} as const satisfies Record<Question['figure'], Figure>

/** What the figure means, in the words of the help. */
export const definitionOf = ({ figure }: Question): string =>
  textsOf('figures')(`${definedAs[figure]}.text`)

/** The formula in words. */
export const formulaOf = ({ figure }: Question, terms: readonly ExplainedTerm[] = []): string =>
  formulaWith(figure, terms, plainName)

/** The formula once more with its numbers; null where it names none of the terms. */
export function formulaWithNumbers(
  { figure }: Question,
  terms: readonly ExplainedTerm[],
): string | null {
  const filled = formulaWith(figure, terms, (kind) => {
    const term = terms.find((each) => each.term === kind)
    return term ? formatExactly(term.value, term.unit) : plainName(kind)
  })
  return filled === formulaWith(figure, terms, plainName) ? null : filled
}

function formulaWith(
  figure: Question['figure'],
  terms: readonly ExplainedTerm[],
  write: (kind: Kind) => string,
): string {
  const say = textsOf('explain')
  // A plan takes more out, and only then has terms for it (D72).
  const without = (kind: Kind, ...taken: readonly Kind[]) =>
    [kind, ...taken.filter((each) => terms.some(({ term }) => term === each))]
      .map(write)
      .join(' − ')
  switch (figure) {
    case 'packs':
      return say('formulaPacks')
    case 'run':
      return say('formulaRun')
    case 'idle':
      return say('formulaIdle')
    case 'alarm':
      return say('formulaAlarm')
    case 'ancillary':
      return say('formulaAncillary')
    case 'unknown':
      return say('formulaUnknown')
    case 'product':
      return say('formulaProduct')
    case 'alarmGroup':
      return say('formulaAlarmGroup')
    case 'state':
      return say('formulaState')
    case 'offline':
      return say('formulaOffline', {
        window: write('window'),
        observedTime: without('observedTime', 'notScheduled'),
      })
    case 'oeee':
      return say('formulaOeee', {
        goodTime: write('goodTime'),
        plannedTime: write('plannedTime'),
        run: write('run'),
        idle: write('idle'),
        alarm: write('alarm'),
        ancillary: without('ancillary', 'breakTime', 'closedTime', 'labelTime', 'modeTime'),
      })
  }
}

const plainName = (term: Kind) => nameOf({ term, of: '', machine: '' })

/** What a term is called: `Planned time`, `Rejects: Caramel Duo 2 × 25 g, FW-101`. */
export function nameOf({ term, of, machine }: Pick<ExplainedTerm, 'term' | 'of' | 'machine'>) {
  const say = textsOf('explain')
  const sayMetric = textsOf('metrics')
  const product = [reportedText(of) || say('noProduct'), machine].filter(Boolean).join(', ')
  switch (term) {
    case 'run':
    case 'idle':
    case 'alarm':
    case 'ancillary':
      return timeWord(term)
    case 'availability':
    case 'performance':
    case 'quality':
      return sayMetric(term)
    case 'product':
      return product
    case 'tool':
      return reportedText(of) || say('noTool')
    case 'state':
      return stateWordOf(of)
    case 'category':
      return say('termCategory', { of: timeWord(of) })
    case 'window':
      return say('termWindow')
    case 'observedTime':
      return say('termObservedTime')
    case 'alarms':
      return say('termAlarms')
    case 'stopTime':
      return say('termStopTime')
    case 'breakTime':
      return say('termBreakTime')
    case 'closedTime':
      return say('termClosedTime')
    case 'labelTime':
      return say('termLabelTime')
    case 'modeTime':
      return say('termModeTime')
    case 'notScheduled':
      return textsOf('states')('notScheduled')
    case 'plannedTime':
      return say('termPlannedTime')
    case 'packs':
      return say('termPacks', { of: product })
    case 'rejects':
      return say('termRejects', { of: product })
    case 'packsAfterGap':
      return say('termPacksAfterGap')
    case 'packsNotPlanned':
      return say('termPacksNotPlanned')
    case 'recoveredTime':
      return say('termRecoveredTime')
    case 'recoveredPacks':
      return say('termRecoveredPacks')
    case 'target':
      return say('termTarget', { of: product })
    case 'idealTime':
      return say('termIdealTime')
    case 'goodTime':
      return say('termGoodTime')
    case 'external':
      return say('termExternal')
    case 'externalReasons':
      return say('termExternalReasons')
    case 'microStops':
      return say('termMicroStops')
    case 'performanceOfMicroStops':
      return say('termPerformanceOfMicroStops')
    case 'machineOeee':
      return say('termMachineOeee')
  }
}

/** Where a term comes from; empty where that is clear. */
export function noteOf({ term, basis, target }: ExplainedTerm): string {
  return [
    madeOf(term),
    basis === null ? '' : textsOf('explain')(basisKeys[basis]),
    originOf(target),
  ]
    .filter(Boolean)
    .join('; ')
}

/** For what a target speed is set, and since when (D98). */
function originOf(target: ExplainedTerm['target']): string {
  if (target === undefined) return ''
  const say = textsOf('explain')
  const { since } = target
  const of = say(`targetOf.${target.of}`)
  if (since === null) return of
  const { date, time } = wallTime(since, browserZone)
  const day = date.split('-').reverse().join('-')
  return say('targetSince', { of, since: `${day} ${time}` })
}

function madeOf(term: Kind): string {
  const say = textsOf('explain')
  switch (term) {
    case 'window':
      return say('noteWindow')
    case 'stopTime':
      return say('noteStopTime')
    case 'plannedTime':
      return say('notePlannedTime')
    case 'breakTime':
    case 'closedTime':
      return say('noteTakenOut')
    case 'labelTime':
      return say('noteLabelTime')
    case 'modeTime':
      return say('noteModeTime')
    case 'packsAfterGap':
      return say('notePacksAfterGap')
    case 'packsNotPlanned':
      return say('notePacksNotPlanned')
    case 'recoveredTime':
    case 'recoveredPacks':
      return say('noteRecovered')
    case 'idealTime':
      return say('noteIdealTime')
    case 'goodTime':
      return say('noteGoodTime')
    case 'external':
      return say('noteExternal', { states: externalStates() })
    case 'externalReasons':
      return say('noteExternalReasons')
    case 'availability':
      return say('noteAvailability')
    case 'performance':
      return say('notePerformance')
    case 'quality':
      return say('noteQuality')
    case 'microStops':
      return say('noteMicroStops')
    case 'performanceOfMicroStops':
      return say('notePerformanceOfMicroStops')
    case 'machineOeee':
      return say('noteMachineOeee')
    default:
      return ''
  }
}

const externalStates = () =>
  machineStates
    .filter(({ external }) => external)
    .map(({ code }) => stateWord(code))
    .join(', ')

const basisKeys = {
  recipe: 'basisRecipe',
  machine: 'basisMachine',
  machineType: 'basisMachineType',
  estimated: 'basisEstimated',
  'no target': 'basisNoTarget',
  measured: 'basisMeasured',
  'partly measured': 'basisPartlyMeasured',
  'not measured': 'basisNotMeasured',
} as const satisfies Record<NonNullable<ExplainedTerm['basis']>, string>

/** Time that is in no part of the figure: what it is, and why. */
export function excludedWords(what: Explanation['excluded'][number]['what']) {
  const say = textsOf('explain')
  switch (what) {
    case 'offline':
      return { what: timeWord('offline'), why: say('whyOffline') }
    case 'notScheduled':
      return { what: textsOf('states')('notScheduled'), why: say('whyNotScheduled') }
    case 'break':
      return { what: say('termBreakTime'), why: say('noteTakenOut') }
    case 'closed':
      return { what: say('termClosedTime'), why: say('noteTakenOut') }
    case 'label':
      return { what: say('termLabelTime'), why: say('noteLabelTime') }
    case 'mode':
      return { what: say('termModeTime'), why: say('noteModeTime') }
    case 'unknown':
      return { what: timeWord('unknown'), why: say('whyUnknown') }
    case 'filteredOut':
      return { what: say('filteredOut'), why: say('whyFilteredOut') }
  }
}

/** The units that the figures of an explanation come in. */
export type TermUnit = 's' | 'packs' | '%' | 'ppm' | 'alarms'

const milliseconds = (value: number) => formatDecimals(value, 3)
const billionths = (value: number) => formatDecimals(value, 0, 9)
const tenThousandths = (value: number) => formatDecimals(value, 0, 4)

/**
 * A number with all the digits that it has, so that a person can add it up: seconds to the millisecond, packs to the last
 * fraction. Percent and ppm are quotients and end nowhere; four decimals are shown.
 */
export function formatExactly(value: number | null, unit: TermUnit): string {
  if (value === null) return noFigure
  const say = textsOf('explain')
  switch (unit) {
    case 's':
      return `${milliseconds(value)} s`
    case 'packs':
      return say('packsOf', { reported: billionths(value) })
    case 'alarms':
      return say('alarmsOf', { count: value, reported: billionths(value) })
    case '%':
      return `${tenThousandths(value)} %`
    case 'ppm':
      return `${tenThousandths(value)} ppm`
  }
}

/** A time as people read it, `16h 10m 52s`; below a minute with all its digits. */
export const formatTime = (seconds: number | null): string =>
  isLong(seconds) ? formatDuration(seconds) : formatExactly(seconds, 's')

const isLong = (seconds: number | null): seconds is number =>
  seconds !== null && Math.abs(seconds) >= 60

/** A long time stands twice: first as people read it, then as `exact` with all its digits. */
export function formatAmount(
  value: number | null,
  unit: TermUnit,
): { readonly read: string; readonly exact: string | null } {
  const exact = formatExactly(value, unit)
  return unit === 's' && isLong(value)
    ? { read: formatTime(value), exact }
    : { read: exact, exact: null }
}

/** The same as the card shows it: percent with one decimal, packs whole. */
export function formatShort(value: number | null, unit: TermUnit): string {
  if (value === null) return noFigure
  if (unit === '%') return `${formatDecimals(value, 1)} %`
  if (unit === 's') return formatExactly(value, unit)
  return formatExactly(Math.round(value), unit)
}

type AppliedSetting = NonNullable<Explanation['settingChanges']>['changes'][number]

/** `Target speed, Choc Bar 45 g: 194 ppm since 21-04-2026 00:00. Acceptance run gave 194` */
export function appliedWords(
  { kind, product, code, value, from, reason }: AppliedSetting,
  zone: string,
): string {
  const say = textsOf('explain')
  const name = say(`applied.${kind}`, { state: code === null ? '' : stateWord(code) })
  const unit = kind === 'targetSpeed' || kind === 'designSpeed' ? 'ppm' : 's'
  const words =
    value === null
      ? say('appliedNone')
      : typeof value === 'number'
        ? `${formatDecimals(value, 0, 3)} ${unit}`
        : value === 'runWhileCounting'
          ? say('appliedCounting')
          : kind === 'rules'
            ? say(`appliedRules.${value}` as 'appliedRules.revised')
            : timeWord(value)
  return say('appliedSince', {
    setting: product === null ? name : say('appliedOf', { setting: name, product }),
    value: words,
    since: formatDateTime(from, zone).slice(0, -3),
    reason,
  }).trim()
}
