import { type LiveCard, machineState, noFigure } from '@packboard/model'
import { shownBand, shownShape } from '../charts/bandLook.ts'
import { formatCount } from '../i18n/formatNumber.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { textsOf } from '../i18n/useTexts.ts'
import type { GlyphShape } from '../ui/Glyph.tsx'

/** How much of a tile its band fills: a stop all of it, hold and line the head, running nothing: colour marks what needs attention. */
export type TileFill = 'tile' | 'header' | 'none'

/** The fields of a machine with data that a tile shows. */
export type WallTileLook = {
  readonly fill: TileFill
  readonly shape: GlyphShape
  readonly state: string
  readonly detail: string
  /** Packs per minute while it runs, minutes in its state while it does not. */
  readonly lead: { readonly value: string; readonly unit: 'ppm' | 'min' | 'h' }
  readonly foot: string
}

const idle = 8
/** Beyond this, whole hours are shown. */
const mostMinutes = 999

type Shown = Pick<LiveCard, 'state' | 'speedPpm' | 'reason' | 'product' | 'totalPacks'>

/** A tile of a machine that has been in its state for so many minutes; null when that is unknown. */
export function wallTile(card: Shown, minutes: number | null): WallTileLook {
  const { band } = machineState(card.state)
  const name = stateWord(card.state)
  const [, state = name, aside = ''] = /^(.*?) \((.*)\)$/.exec(name) ?? []
  const packs = textsOf('wall')('packs', { count: formatCount(card.totalPacks) })
  const reason = card.reason.replace(/\s+/g, ' ').trim()
  const detail = band === 'go' ? card.product : reason || aside || card.product
  const foot = detail === card.product ? packs : card.product || packs
  return {
    fill: band === 'stop' ? 'tile' : band === 'hold' || band === 'line' ? 'header' : 'none',
    shape: shownShape(card.state, false),
    state,
    detail: detail || noFigure,
    lead: runs(card) ? { value: formatCount(card.speedPpm), unit: 'ppm' } : stoppedFor(minutes),
    foot,
  }
}

/** In some warning states the machine continues to pack (D13). */
function runs({ state, speedPpm }: Shown): boolean {
  if (shownBand(state, false) === 'go') return state !== idle
  return machineState(state).category === 'runWhileCounting' && (speedPpm ?? 0) > 0
}

function stoppedFor(minutes: number | null): WallTileLook['lead'] {
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
