import type { GlyphShape } from '../ui/Glyph.tsx'

const drawn: Record<GlyphShape, (colour: string) => string> = {
  square: (colour) => `<rect x="2.5" y="2.5" width="11" height="11" rx="1.8" fill="${colour}"/>`,
  play: (colour) =>
    `<path d="M3.8 2.4v11.2l9.6-5.6z" fill="${colour}" stroke="${colour}" stroke-linejoin="round"/>`,
  playHollow: (colour) =>
    `<path d="M4.6 3v10l8.4-5z" fill="none" stroke="${colour}" stroke-width="1.7" stroke-linejoin="round"/>`,
  pause: (colour) =>
    `<rect x="3" y="2.5" width="3.8" height="11" rx="1.2" fill="${colour}"/><rect x="9.2" y="2.5" width="3.8" height="11" rx="1.2" fill="${colour}"/>`,
  diamond: (colour) => `<path d="M8 1.2l6.8 6.8-6.8 6.8-6.8-6.8z" fill="${colour}"/>`,
  slash: (colour) =>
    `<circle cx="8" cy="8" r="5.4" fill="none" stroke="${colour}" stroke-width="1.7"/><path d="M4.3 11.7l7.4-7.4" stroke="${colour}" stroke-width="1.7"/>`,
}

/** A shape of the state vocabulary as an address of a picture, for labels that a canvas draws. */
export function glyphImage(shape: GlyphShape, colour: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 16 16">${drawn[shape](colour)}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
