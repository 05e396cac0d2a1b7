import type { Page } from '@playwright/test'
import { wallTextsInPage } from './wallTextsInPage.mjs'

/** What a text of the wall is: id, state and value are read from five metres, the rest from three. */
export type WallTextKind = 'id' | 'state' | 'value' | 'rest'

export type WallText = {
  readonly text: string
  readonly kind: WallTextKind
  readonly fontPx: number
  /** Height of a capital letter: what the eye resolves, and less than the font size. */
  readonly capitalPx: number
}

/** A 55-inch screen of 16:9 is so wide, in centimetres. */
const screenCm = 121.76

/** Arc minutes that a height spans on such a screen of so many pixels, seen from a distance in centimetres. */
export function arcMinutes(heightPx: number, screenPx: number, distanceCm: number): number {
  const heightCm = (heightPx / screenPx) * screenCm
  return ((2 * Math.atan(heightCm / (2 * distanceCm)) * 180) / Math.PI) * 60
}

/** Texts of the wall are read from five metres, the rest from three; 16 arc minutes is the least that an eye reads with ease. */
export function limitOf(kind: WallTextKind) {
  return { centimetres: kind === 'rest' ? 300 : 500, least: 16 }
}

/** Every text that the wall draws now, with the font that the browser really uses. */
export function textsOfWall(page: Page): Promise<WallText[]> {
  return page.evaluate(wallTextsInPage)
}
