/**
 * Runs in the page: keeps in `window.cardRecord` what moves on an overview that should stand still. A flicker is a card
 * that disappears, a figure that is lost, or a skeleton where values were.
 */
export const watchStillness = `
  const record = window.cardRecord = {
    shifts: 0, worstShift: 0, boxes: 0, shifted: [], changes: 0, flickers: [], frames: 0, mostFrames: 0,
  }
  // Cumulative layout shift as it is defined: shifts less than a second apart, at most five seconds of them.
  let together = { from: 0, last: 0, value: 0 }
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) {
      if (shift.hadRecentInput) continue
      const { startTime: at, value } = shift
      record.shifts += value
      const goesOn = at - together.last < 1000 && at - together.from < 5000
      together = goesOn
        ? { ...together, last: at, value: together.value + value }
        : { from: at, last: at, value }
      record.worstShift = Math.max(record.worstShift, together.value)
      for (const { node } of shift.sources) {
        const isText = node && (node.nodeType === 3 || node.childElementCount === 0)
        if (!isText) record.boxes += 1
        const element = node && (node.nodeType === 1 ? node : node.parentElement)
        record.shifted.push(element ? element.className + ' ' + element.textContent.slice(0, 40) : 'gone')
      }
    }
  }).observe({ type: 'layout-shift' })

  const main = document.querySelector('main')
  const isLost = (text) => text === '' || text === '–' || text === '—'
  new MutationObserver((changes) => {
    for (const { type, target, removedNodes, addedNodes, oldValue } of changes) {
      record.changes += 1
      if (type === 'characterData' && isLost(target.data.trim()) && !isLost(oldValue.trim())) {
        record.flickers.push('"' + oldValue + '" was lost')
      }
      for (const node of removedNodes) {
        if (node.nodeType === 1 && (node.matches('[data-band]') || node.querySelector('[data-band]'))) {
          record.flickers.push('a card went')
        }
      }
      for (const node of addedNodes) {
        if (node.nodeType === 1 && (node.matches('[class*="_skeleton"]') || node.querySelector('[class*="_skeleton"]'))) {
          record.flickers.push('a skeleton came')
        }
      }
    }
  }).observe(main, { characterData: true, characterDataOldValue: true, childList: true, subtree: true })

  // A frame of the particles wipes their canvas first; nothing else here draws off the screen.
  let second = 0
  let inSecond = 0
  const wipe = OffscreenCanvasRenderingContext2D.prototype.clearRect
  OffscreenCanvasRenderingContext2D.prototype.clearRect = function (...area) {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) { second = now; inSecond = 0 }
    inSecond += 1
    record.frames += 1
    record.mostFrames = Math.max(record.mostFrames, inSecond)
    return wipe.apply(this, area)
  }
`
