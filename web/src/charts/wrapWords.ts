/** Breaks a line into as many as fit into a width; a word that is wider than that has a line of its own. */
export function wrapWords(
  text: string,
  width: number,
  widthOf: (words: string) => number,
): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** How large a canvas lies on the page, in CSS px, and how many of its dots make one of these. */
export function inPageSizes(drawn: HTMLCanvasElement) {
  const ratio = drawn.width / (Number.parseFloat(drawn.style.width) || drawn.width)
  return { ratio, width: drawn.width / ratio, height: drawn.height / ratio }
}
