/** A titled part of the open page. */
export type PagePart = { readonly title: string; readonly go: () => void }

/** The titled parts of the open page, in their order, each once: a person without a mouse is there at once. */
export function pageParts(): readonly PagePart[] {
  const parts = new Map<string, PagePart>()
  for (const section of document.querySelectorAll<HTMLElement>('#main section[aria-labelledby]')) {
    const heading = document.getElementById(section.getAttribute('aria-labelledby') ?? '')
    const title = heading?.textContent?.trim() ?? ''
    if (title !== '' && !parts.has(title)) parts.set(title, { title, go: () => goTo(section) })
  }
  return [...parts.values()]
}

function goTo(section: HTMLElement) {
  // When the palette has closed it gives the focus back to what had it; this part is to have it after that.
  setTimeout(() => {
    section.tabIndex = -1
    section.focus({ preventScroll: true })
    section.scrollIntoView({ block: 'start' })
  }, afterClosingMs)
}

/** The window of the palette is faded out by then. */
const afterClosingMs = 300
