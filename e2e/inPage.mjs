// What a journey reads inside the page. Plain JavaScript, because it runs in the browser and not in Node.

/**
 * Words that are cut off and shown in full nowhere, and parts that reach beyond the window.
 * @returns {string[]}
 */
export function faultsInPage() {
  const found = []
  // Visible to screen readers alone. Defined inside, because the page receives this function and no other.
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

/** As after the page was opened: nothing has the focus, and Tab begins at its top. */
export function leaveFocus() {
  document.activeElement?.blur()
  const start = document.createElement('span')
  start.tabIndex = -1
  document.body.prepend(start)
  start.focus()
  start.remove()
}

/**
 * Is the focus in the part of this title?
 * @param {string} title
 * @returns {boolean}
 */
export function focusInPart(title) {
  return [...document.querySelectorAll('main section')].some((section) => {
    const heading = document.getElementById(section.getAttribute('aria-labelledby') ?? '')
    const own = (heading?.textContent ?? section.getAttribute('aria-label') ?? '').trim()
    return own === title && section.contains(document.activeElement)
  })
}

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

/**
 * Runs before the page: counts the frames of the particles, which alone are drawn on a canvas beside the page. Each
 * frame begins with an empty field.
 */
export function watchParticles() {
  const seen = { frames: 0, last: -1, since: performance.now() }
  Object.assign(window, { packboardParticles: seen })
  const { clearRect } = OffscreenCanvasRenderingContext2D.prototype
  OffscreenCanvasRenderingContext2D.prototype.clearRect = function (...box) {
    const frame = Number(document.timeline.currentTime)
    if (frame !== seen.last) {
      seen.last = frame
      seen.frames += 1
    }
    return clearRect.apply(this, box)
  }
}

/**
 * How many frames were drawn since the last call, and in which time.
 * @returns {{ frames: number, ms: number }}
 */
export function particleFrames() {
  const seen = window.packboardParticles
  const now = performance.now()
  const reported = { frames: seen.frames, ms: now - seen.since }
  Object.assign(seen, { frames: 0, since: now })
  return reported
}

/**
 * @param {Element} element
 * @returns {string}
 */
export const groundOf = (element) => getComputedStyle(element).backgroundColor

/** Runs before the page: collects what the browser refused because of the Content-Security-Policy. */
export function watchRefusals() {
  const refused = []
  Object.assign(window, { packboardRefused: refused })
  document.addEventListener('securitypolicyviolation', (event) => {
    refused.push(`${event.effectiveDirective}: ${event.blockedURI} in ${event.sourceFile}`)
  })
}

/** @returns {string[]} */
export function refusedSources() {
  return window.packboardRefused
}
