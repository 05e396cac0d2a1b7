import type { Page } from '@playwright/test'

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

/** The design guide's limits (§9). */
export function limitOf(kind: WallTextKind) {
  return { centimetres: kind === 'rest' ? 300 : 500, least: 16 }
}

/** Every text that the wall draws now, with the font that the browser really uses. */
export function textsOfWall(page: Page): Promise<WallText[]> {
  return page.evaluate(async () => {
    await document.fonts.ready
    const canvas = document.createElement('canvas').getContext('2d')
    if (!canvas) throw new Error('no canvas')
    const texts: {
      text: string
      kind: 'id' | 'state' | 'value' | 'rest'
      fontPx: number
      capitalPx: number
    }[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const element = node.parentElement
      if (text === '' || !element || element.closest('.spoken, script, style')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { width, height } = range.getBoundingClientRect()
      const look = getComputedStyle(element)
      if (width === 0 || height === 0 || look.visibility === 'hidden') continue
      // Measured large: the canvas tells whole pixels only.
      canvas.font = `${look.fontWeight} 1000px ${look.fontFamily}`
      const fontPx = Number.parseFloat(look.fontSize)
      const kind = element.closest<HTMLElement>('[data-text]')?.dataset.text
      texts.push({
        text,
        kind: kind === 'id' || kind === 'state' || kind === 'value' ? kind : 'rest',
        fontPx,
        capitalPx: (canvas.measureText('H').actualBoundingBoxAscent * fontPx) / 1_000,
      })
    }
    return texts
  })
}
