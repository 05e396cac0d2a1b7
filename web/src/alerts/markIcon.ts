const plain = '/icon.svg'
const marked = '/icon-alert.svg'

/** The icon of the browser's tab has a dot while an alert is open that nobody has seen. It never blinks. */
export function markIcon(isMarked: boolean) {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const wanted = isMarked ? marked : plain
  if (link && link.getAttribute('href') !== wanted) link.setAttribute('href', wanted)
}
