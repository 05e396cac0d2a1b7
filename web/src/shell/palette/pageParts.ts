/** A titled part of the open page. */
export type PagePart = { readonly title: string; readonly section: HTMLElement }

const named = '#main section:is([aria-labelledby], [aria-label])'

/** The titled parts of the open page, in their order, each once: a person without a mouse is there at once. */
export function pageParts(): readonly PagePart[] {
  const parts = new Map<string, PagePart>()
  for (const section of document.querySelectorAll<HTMLElement>(named)) {
    const heading = document.getElementById(section.getAttribute('aria-labelledby') ?? '')
    const title = (heading?.textContent ?? section.getAttribute('aria-label') ?? '').trim()
    if (title !== '' && !parts.has(title)) parts.set(title, { title, section })
  }
  return [...parts.values()]
}

/** The menus of the open page that export a table or a chart, by their names. */
export const exportMenus = (): readonly { readonly name: string; readonly opener: HTMLElement }[] =>
  [...document.querySelectorAll<HTMLElement>('#main button[data-export]')].map((opener) => ({
    name: opener.getAttribute('aria-label') ?? '',
    opener,
  }))

/** Opens a menu once the palette has closed. */
export const openAfterPalette = (opener: HTMLElement) =>
  void setTimeout(() => {
    opener.focus({ preventScroll: true })
    opener.scrollIntoView({ block: 'center' })
    opener.click()
  }, afterClosingMs)

/** The focus goes to the part itself: what is in it comes with the next Tab. */
export function goToPart({ section }: PagePart): void {
  section.tabIndex = -1
  section.focus({ preventScroll: true })
  section.scrollIntoView({ block: 'start' })
}

/** When the palette has closed it gives the focus back to what had it; the part is to have it after that. */
export const goAfterPalette = (part: PagePart) =>
  void setTimeout(() => goToPart(part), afterClosingMs)

/** The window of the palette is faded out by then. */
const afterClosingMs = 300
