/** Prints the open page, or saves it as PDF, by the dialog of the browser; in the next frame, when what was pressed is closed. */
export function printPage() {
  requestAnimationFrame(() => window.print())
}

/** A window over the page is not printed, but the page under it. */
export const isPageOpen = () => document.querySelector('[aria-modal="true"]') === null
