// What a journey looks at inside the page. Plain JavaScript, because it runs in the browser and not in these rooms.

/**
 * Words that are cut off and told in full nowhere, and parts that reach beyond the window.
 * @returns {string[]}
 */
export function faultsInPage() {
  const found = []
  // There for reading aloud alone. Inside, because the page is given this function and no other.
  const isClipped = (element) => {
    for (let at = element; at; at = at.parentElement) {
      if (getComputedStyle(at).clipPath !== 'none') return true
    }
    return false
  }
  for (const element of document.querySelectorAll('main *, [role="dialog"] *')) {
    const style = getComputedStyle(element)
    const words = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    )
    const hidden = element.closest('.spoken, [aria-hidden="true"]') || isClipped(element)
    const { width, height, right } = element.getBoundingClientRect()
    if (!words || hidden || width === 0 || height === 0) continue
    const cut =
      style.overflow !== 'visible' &&
      (element.scrollWidth > element.clientWidth + 1 ||
        element.scrollHeight > element.clientHeight + 2)
    const name = `${element.tagName} ${element.textContent?.slice(0, 40)}`
    if (cut && !element.getAttribute('title')) found.push(`cut: ${name}`)
    if (right > window.innerWidth + 1) found.push(`outside: ${name}`)
  }
  if (document.documentElement.scrollWidth > window.innerWidth) found.push('scrolls sideways')
  return [...new Set(found)]
}

/**
 * @param {Element} element
 * @returns {boolean}
 */
export const hasFocus = (element) => element === document.activeElement

/**
 * The outlines of what has the focus and of what is around it.
 * @returns {string[]}
 */
export function outlinesOfFocus() {
  const seen = []
  for (let at = document.activeElement; at && seen.length < 3; at = at.parentElement) {
    seen.push(getComputedStyle(at).outlineStyle)
  }
  return seen
}
