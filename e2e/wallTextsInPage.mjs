// Runs inside of the page.

/** Every text that is drawn, what it is, and how high a capital letter of its font is. */
export async function wallTextsInPage() {
  await document.fonts.ready
  const canvas = document.createElement('canvas').getContext('2d')
  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent.trim()
    const element = node.parentElement
    if (text === '' || element.closest('.spoken, script, style')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const { width, height } = range.getBoundingClientRect()
    const look = getComputedStyle(element)
    if (width === 0 || height === 0 || look.visibility === 'hidden') continue
    // Measured large: the canvas measures whole pixels only.
    canvas.font = `${look.fontWeight} 1000px ${look.fontFamily}`
    const fontPx = Number.parseFloat(look.fontSize)
    texts.push({
      text,
      kind: element.closest('[data-text]')?.dataset.text ?? 'rest',
      fontPx,
      capitalPx: (canvas.measureText('H').actualBoundingBoxAscent * fontPx) / 1_000,
    })
  }
  return texts
}
