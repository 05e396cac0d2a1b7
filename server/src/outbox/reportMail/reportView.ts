import type { ReportContent, ShiftPage } from '@packboard/contract'
import {
  chosenSentence,
  countText,
  cutText,
  deviationOf,
  formatClock,
  formatDateTime,
  formatDay,
  formatHoursMinutes,
  formatTimeInState,
  type Language,
  lengthText,
  microStopSeconds,
  percentText,
  reportLimits,
  stateWordOf,
} from '@packboard/model'
import { sayIn } from '@packboard/model/texts'

/** What people wrote of a shift, as its reader may see it at the moment of sending. */
export type HandOver = Pick<ShiftPage, 'notes' | 'signatures'>

/** What a mail says beside its figures. */
export type ReportOccasion = {
  readonly language: Language
  /** Of the report; null: it was requested once, and cannot be stopped. */
  readonly name: string | null
  readonly fixedAt: Date
  /** Until then a correction may come; null: none will. */
  readonly provisionalUntil: Date | null
  /** What was sent before and moved since; null: this is no correction. */
  readonly corrects: {
    readonly fixedAt: Date
    readonly moved: ShiftPage['changedLater']
  } | null
  readonly handOver: HandOver
}

/** A figure with what stands beside it; `share`: of a bar, 0 … 1. */
type ViewFigure = {
  readonly name: string
  readonly value: string
  readonly beside: string
  readonly share: number | null
}

/** A report in words, before it has a form: mail, text and page are drawn from it and from nothing else. */
export type ReportView = {
  readonly language: Language
  readonly clientName: string
  /** The shift and its day, and its span. */
  readonly heading: string
  readonly span: string
  readonly machines: string
  readonly subject: string
  readonly sentence: string
  readonly also: string
  readonly correction: { readonly lead: string; readonly rows: readonly string[] } | null
  readonly figures: readonly ViewFigure[]
  readonly stories: {
    readonly title: string
    readonly sub: string
    readonly lostWord: string
    readonly none: string
    readonly rows: readonly {
      readonly what: string
      readonly when: string
      readonly reason: string
      readonly known: string
      readonly lost: string
    }[]
  }
  readonly questions: {
    readonly title: string
    readonly sub: string
    readonly rows: readonly { readonly machine: string; readonly what: string }[]
    readonly more: string
  }
  readonly handOver: {
    readonly title: string
    readonly notes: readonly { readonly by: string; readonly text: string }[]
    readonly signatures: readonly string[]
  }
  readonly deviation: {
    readonly title: string
    readonly points: readonly { readonly at: number; readonly packs: number }[]
    readonly end: string
    readonly from: string
    readonly to: string
  } | null
  readonly openPage: string
  readonly openPageHint: string
  readonly foot: readonly string[]
  readonly why: string
  readonly stop: string
  readonly pageOf: string
}

/** A longer cause is cut: five stops fit on a page. */
const causeCharacters = 80

/** The words of a stop's cause: a state in the reader's language, an alarm as the machine reported it. */
export function causeIn(
  language: Language,
  { cause, group }: { readonly cause: string; readonly group: string },
): string {
  const say = sayIn(language, 'states')
  return cutText(group === '' ? stateWordOf(cause, say) : cause, causeCharacters)
}

/** The sentence of the page in words (docs/figures.md): the same as on the screen. */
export function sentenceIn(
  language: Language,
  sentence: Parameters<typeof chosenSentence>[0],
): string {
  const say = sayIn(language, 'shift')
  const states = sayIn(language, 'states')
  const words = {
    language,
    lineless: say('lineless'),
    stateWord: (name: string) => stateWordOf(name, states),
    // The values of a sentence hold those of each of its texts.
    words: (key: Parameters<typeof say>[0], values: object) =>
      (say as (key: string, values: object) => string)(key, values),
  }
  const { key, values } = chosenSentence(sentence, words)
  return words.words(key, values)
}

/** What of a figure is said: packs, percent, or hours and minutes, as on the page of the shift. */
export function figureText(
  language: Language,
  figure: ShiftPage['changedLater'][number]['figure'],
  value: number | null,
): string {
  if (figure === 'oeee') return percentText(language, value)
  return figure === 'stopTime' ? formatHoursMinutes(value) : countText(language, value)
}

export function reportView(content: ReportContent, occasion: ReportOccasion): ReportView {
  const { language, corrects } = occasion
  const { page, from, to, zone, kind } = content
  const say = sayIn(language, 'reportMail')
  const sayPage = sayIn(language, 'shiftPage')
  const clock = (at: Date) => formatClock(at, zone).slice(0, 5)
  const sentence = sentenceIn(language, page.sentence)
  const day = formatDay(from, zone)
  const word = kind === 'week' ? say('week') : content.name || say('day')
  const last = formatDay(new Date(to.getTime() - 1), zone)
  const deviation = deviationOf(page.steps)
  return {
    language,
    clientName: content.clientName,
    heading: `${word}, ${day}`,
    span: kind === 'week' ? `${day} – ${last}` : `${clock(from)} – ${clock(to)}`,
    machines: content.machines === '' ? '' : say('onlyMachines', { machines: content.machines }),
    subject: corrects ? say('correction', { sentence }) : sentence,
    sentence,
    also: page.also.map((one) => sentenceIn(language, one)).join(' '),
    correction: corrects && correctionIn(language, corrects, zone),
    figures: figuresIn(language, content),
    stories: storiesIn(language, content),
    questions: questionsIn(language, content),
    handOver: handOverIn(language, occasion.handOver, zone),
    deviation: deviation && {
      title: sayPage('against'),
      points: deviation,
      end: `${(deviation.at(-1)?.packs ?? 0) > 0 ? '+' : ''}${countText(language, deviation.at(-1)?.packs ?? null)}`,
      from: clock(from),
      to: clock(to),
    },
    openPage: say('openPage'),
    openPageHint: say('openPageHint'),
    foot: footIn(language, content, occasion),
    why: occasion.name === null ? say('whyOnce') : say('whyYou', { name: occasion.name }),
    stop: say('stop'),
    pageOf: say('pageOf'),
  }
}

function correctionIn(
  language: Language,
  { fixedAt, moved }: NonNullable<ReportOccasion['corrects']>,
  zone: string,
) {
  const say = sayIn(language, 'reportMail')
  const sayPage = sayIn(language, 'shiftPage')
  return {
    lead: say('correctionOf', { at: formatDateTime(fixedAt, zone) }),
    rows: moved.map(({ figure, fixed, now }) =>
      say('moved', {
        figure: sayPage(figure),
        before: figureText(language, figure, fixed),
        after: figureText(language, figure, now),
      }),
    ),
  }
}

function figuresIn(
  language: Language,
  { page, kind, dueStopSeconds }: ReportContent,
): ViewFigure[] {
  const { figures, machines } = page
  const say = sayIn(language, 'shiftPage')
  const { made, due, ofShift, metrics } = figures
  const { rejects } = metrics
  const hasTarget = due !== null && ofShift !== null && ofShift > 0
  const share = hasTarget ? made / ofShift : null
  const plain = { beside: '', share: null }
  const without = figures.secondsWithoutReason
  const noTarget = ofShift === 0 ? say('closedTarget') : say('noTarget')
  return [
    {
      name: hasTarget
        ? say('packsOfTarget', { target: countText(language, ofShift) })
        : say('packs'),
      value: countText(language, made),
      beside:
        share === null ? (kind === 'week' ? '' : noTarget) : percentText(language, 100 * share),
      share,
    },
    { ...plain, name: say('oeee'), value: percentText(language, metrics.OEEE) },
    {
      ...plain,
      name: say('stopTimeOf', { count: machines }),
      value: formatHoursMinutes(figures.stopSeconds),
    },
    {
      ...plain,
      name:
        rejects === null
          ? say('rejects')
          : say('rejectsOf', { count: countText(language, rejects) }),
      value:
        rejects === null
          ? say('notMeasured')
          : percentText(language, made > 0 ? (100 * rejects) / made : null),
    },
    {
      name: say('withoutReason', { count: figures.stopsWithoutReason }),
      value: formatHoursMinutes(without),
      beside:
        dueStopSeconds > 0
          ? sayIn(language, 'reportMail')('withoutReasonShare', {
              percent: percentText(language, (100 * without) / dueStopSeconds),
            })
          : '',
      share: null,
    },
  ]
}

function storiesIn(language: Language, content: ReportContent): ReportView['stories'] {
  const { page, zone, reasons, openCount } = content
  const say = sayIn(language, 'shiftPage')
  const nameOf = new Map(reasons.map(({ id, name }) => [id, name]))
  const { stories } = page
  const lost = stories.reduce<number | null>(
    (sum, { lostPacks }) => (sum === null || lostPacks === null ? null : sum + lostPacks),
    0,
  )
  const all = page.figures.lostPacks
  const terms = {
    ...{ count: stories.length, packs: countText(language, lost) },
    all: countText(language, all),
  }
  return {
    title: say('costMost'),
    sub:
      stories.length === 0
        ? ''
        : lost === null || all === null
          ? say('stories', { count: stories.length })
          : say('storiesOf', terms),
    lostWord: say('lostPacks'),
    none:
      openCount > 0
        ? say('noneCost')
        : say('noneLong', { length: lengthText(language, microStopSeconds) }),
    rows: stories.map((story) => {
      const named = story.reasons.flatMap((id) => nameOf.get(id) ?? [])
      const before = story.shiftsBefore > 0 && {
        count: story.timesBefore,
        shifts: countText(language, story.shiftsBefore),
      }
      return {
        what: `${story.machineId}, ${causeIn(language, story)}`,
        when: `${formatClock(story.start, zone).slice(0, 5)}, ${formatTimeInState(story.seconds)}`,
        reason: [...named, ...(story.waitsForReason ? [say('noReasonYet')] : [])].join(', '),
        known: [
          ...(story.goesOn ? [say('goesOn')] : []),
          ...(before ? [say('timesBefore', before)] : []),
        ].join(' '),
        lost: countText(language, story.lostPacks),
      }
    }),
  }
}

function questionsIn(language: Language, content: ReportContent): ReportView['questions'] {
  const { openQuestions, openCount, zone } = content
  const say = sayIn(language, 'shiftPage')
  const rows = openQuestions.slice(0, reportLimits.rows)
  const more = openCount - rows.length
  return {
    title: say('questions'),
    sub: openCount === 0 ? say('noQuestions') : say('questionsSub', { count: openCount }),
    rows: rows.map(({ machineId, start, seconds, cause, group }) => ({
      machine: machineId,
      what: `${formatClock(start, zone).slice(0, 5)}, ${formatTimeInState(seconds)}, ${causeIn(language, { cause, group })}`,
    })),
    more: more > 0 ? sayIn(language, 'reportMail')('more', { count: more }) : '',
  }
}

function handOverIn(
  language: Language,
  { notes, signatures }: HandOver,
  zone: string,
): ReportView['handOver'] {
  const say = sayIn(language, 'shiftPage')
  const name = (by: string | null) => by ?? say('formerUser')
  const signed = (side: 'over' | 'takeover') => {
    const one = signatures[side]
    if (one === null) return []
    const time = formatClock(one.at, zone)
    const words = { name: name(one.by), time }
    return [
      one.by === ''
        ? `${say(side)} ${time}`
        : say(side === 'over' ? 'handedOverBy' : 'takenOverBy', words),
    ]
  }
  return {
    title: say('handOver'),
    notes: notes.slice(-reportLimits.rows).map(({ by, text, machineId }) => ({
      by: name(by),
      text: machineId === null ? text : `${machineId}: ${text}`,
    })),
    signatures: [...signed('over'), ...signed('takeover')],
  }
}

function footIn(
  language: Language,
  { page, zone }: ReportContent,
  { fixedAt, provisionalUntil, name }: ReportOccasion,
): string[] {
  const say = sayIn(language, 'reportMail')
  const { coverage } = page.figures.metrics
  const asOf = say('asOf', { at: formatDateTime(fixedAt, zone), zone })
  const covered = say('coverageIs', { percent: percentText(language, coverage) })
  const until = provisionalUntil && formatDateTime(provisionalUntil, zone)
  const later =
    until !== null ? say('provisional', { at: until }) : name === null ? say('byHand') : ''
  return [`${asOf} ${covered}`, later].filter((line) => line !== '')
}
