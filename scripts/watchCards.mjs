/**
 * Runs in the page: calls `window.cardSays(serialNo, state, at)` whenever a card of the overview shows another state
 * than before, with the moment at which it was on the screen.
 */
export const watchCards = `
  const said = new Map()
  const look = () => {
    for (const card of document.querySelectorAll('main article[data-band]')) {
      const serialNo = card.textContent.match(/^[A-Z]+-\\d+/)?.[0]
      const state = card.querySelector('b')?.textContent
      if (!serialNo || !state || said.get(serialNo) === state) continue
      said.set(serialNo, state)
      window.cardSays(serialNo, state, Date.now())
    }
  }
  new MutationObserver(look).observe(document.querySelector('main'), {
    characterData: true, childList: true, subtree: true,
  })
  look()
`
