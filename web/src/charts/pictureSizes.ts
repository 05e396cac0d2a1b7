/** How large a canvas lies on the page, in CSS px, and how many of its dots make one of these. */
export function inPageSizes(drawn: HTMLCanvasElement) {
  const ratio = drawn.width / (Number.parseFloat(drawn.style.width) || drawn.width)
  return { ratio, width: drawn.width / ratio, height: drawn.height / ratio }
}
