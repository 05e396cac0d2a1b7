/**
 * Runs in the page: keeps in `window.cardRecord` what moves on an overview that should stand still. A flicker is a card
 * that goes, a figure that is lost, or a skeleton where values were.
 */
export const watchStillness = `
  const record = window.cardRecord = { shifts: 0, shifted: [], changes: 0, flickers: [], frames: 0, mostFrames: 0 }
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) {
      if (shift.hadRecentInput) continue
      record.shifts += shift.value
      for (const { node } of shift.sources) {
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
