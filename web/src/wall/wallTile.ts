import { type LiveCard, machineState, noFigure } from '@packboard/model'
import { shownBand, shownShape } from '../charts/bandLook.ts'
import { formatCount } from '../i18n/formatNumber.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { textsOf } from '../i18n/useTexts.ts'
import type { GlyphShape } from '../ui/Glyph.tsx'

/** How much of a tile its band fills: a stop all of it, hold and line the head, running nothing: colour marks what needs attention. */
type TileFill = 'tile' | 'header' | 'none'

/** The fields of a machine with data that a tile shows. */
type WallTileLook = {
  readonly fill: TileFill
  readonly shape: GlyphShape
  readonly state: string
  readonly detail: string
  /** Packs per minute in the states of running, minutes in every other one: its meaning changes with the state alone. */
  readonly lead: { readonly value: string; readonly unit: 'ppm' | 'min' | 'h' }
  readonly foot: string
}

const idle = 8
/** Beyond this, whole hours are shown. */
const mostMinutes = 999

type Shown = Pick<LiveCard, 'state' | 'speedPpm' | 'reason' | 'product' | 'totalPacks'>

/** A tile of a machine that has been in its state for so many minutes; null when that is unknown. */
export function wallTile(card: Shown, minutes: number | null): WallTileLook {
  const { band, category } = machineState(card.state)
  const name = stateWord(card.state)
  const [, state = name, aside = ''] = /^(.*?) \((.*)\)$/.exec(name) ?? []
  const packs = textsOf('wall')('packs', { count: formatCount(card.totalPacks) })
  const reason = card.reason.replace(/\s+/g, ' ').trim()
  const product = reportedText(card.product)
  const detail = band === 'go' ? product : reason || aside || product
  const foot = detail === product ? packs : product || packs
  const below = detail === product || product === '' ? [] : [product]
  const runs = shownBand(card.state, false) === 'go' && card.state !== idle
  // In some warning states the machine continues to pack (D13).
  const packsOn = category === 'runWhileCounting' && (card.speedPpm ?? 0) > 0
  return {
    fill: band === 'stop' ? 'tile' : band === 'hold' || band === 'line' ? 'header' : 'none',
    shape: shownShape(card.state, false),
    state,
    detail: detail || noFigure,
    lead: runs ? { value: formatCount(card.speedPpm), unit: 'ppm' } : stoppedFor(minutes),
    foot: packsOn ? [`${formatCount(card.speedPpm)} ppm`, ...below].join(' · ') : foot,
  }
}

/** Whole minutes, beyond 999 whole hours. */
export function stoppedFor(minutes: number | null): WallTileLook['lead'] {
  if (minutes === null) return { value: noFigure, unit: 'min' }
  if (minutes < 1) return { value: '<1', unit: 'min' }
  if (Math.floor(minutes) <= mostMinutes) return { value: String(Math.floor(minutes)), unit: 'min' }
  return { value: formatCount(Math.floor(minutes / 60)), unit: 'h' }
}

/** Letters of a serial number that fit in one line beside the glyph. */
const idLetters = 12

/** A long serial number keeps its two ends: machines of one type differ in the last ones. */
export function wallId(serialNo: string): string {
  if (serialNo.length <= idLetters) return serialNo
  return `${serialNo.slice(0, 4)}…${serialNo.slice(-(idLetters - 5))}`
}
