/** Runs in the page: records the announcements of its live regions, with the second after the page began. */
export function listenInPage() {
  const regions = '[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"]'
  const spoken = '[role="status"], [role="alert"]'
  const said = []
  const last = new WeakMap()
  Object.assign(window, { packboardSaid: said })
  const hear = (region, reported = true) => {
    if (region.closest('[aria-hidden="true"], [aria-live="off"]')) return
    const text = region.innerText.replace(/\s+/g, ' ').trim()
    if (text === (last.get(region) ?? '')) return
    last.set(region, text)
    if (text === '') return
    const urgent = region.matches('[role="alert"], [aria-live="assertive"]') ? ' at once' : ''
    // What comes with a region that is new is not news, unless the region is there to say it.
    if (!reported) return
    said.push(`${(performance.now() / 1000).toFixed(0)} s${urgent}: ${text}`)
  }
  const look = (records) => {
    for (const { target, addedNodes } of records) {
      const element = target instanceof Element ? target : target.parentElement
      const around = element?.closest(regions)
      if (around) hear(around)
      for (const added of addedNodes) {
        if (!(added instanceof Element)) continue
        for (const region of [added, ...added.querySelectorAll('*')]) {
          if (region.matches(regions)) hear(region, region.matches(spoken))
        }
      }
    }
  }
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
  })
}
