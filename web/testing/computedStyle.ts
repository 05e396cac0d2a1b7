/**
 * jsdom matches some hundred rules against an element and all of its ancestors for one computed value: half of the time of
 * a test that looks for roles and names. No style sheet of ours is loaded in tests, so that the three values that the
 * queries read follow from the tag and a few attributes of the element and from inline styles. All others are jsdom's, and
 * so are all of them in a document with another style sheet. `web/src/ui/computedStyle.test.tsx` compares them.
 * Returns how to undo it.
 */
export function answerComputedStyleQuickly(window: Window) {
  const computedByJsdom = window.getComputedStyle
  const known = new Map<string, { display: string; visibility: string }>()

  /** What jsdom's own style sheet gives to an element by itself. */
  function byItself(element: Element) {
    const { namespaceURI, localName, ownerDocument } = element
    const attributes = deciding.map((name) => element.getAttribute(name))
    const key = JSON.stringify([namespaceURI, localName, attributes])
    let values = known.get(key)
    if (!values) {
      const copy = ownerDocument.createElementNS(namespaceURI, localName)
      deciding.forEach((name, index) => {
        const value = attributes[index]
        if (typeof value === 'string') copy.setAttribute(name, value)
      })
      const { display, visibility } = computedByJsdom(copy)
      values = { display, visibility }
      known.set(key, values)
    }
    return values
  }

  function displayOf(element: Element): string | undefined {
    // The first summary of its details is another one than the second.
    if (element.localName === 'summary') return
    const written = inline(element, 'display')
    return keywords.has(written) ? undefined : written || byItself(element).display
  }

  function inherited(element: Element, property: string, initial: string): string | undefined {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const written = inline(at, property)
      if (keywords.has(written)) return
      if (written) return written
      // A hidden row of a table collapses, and what is in it.
      if (property === 'visibility' && at.hasAttribute('hidden')) {
        const { visibility } = byItself(at)
        if (visibility !== initial) return visibility
      }
    }
    return initial
  }

  function quickly(element: Element, name: string | symbol): string | undefined {
    if (name === 'display') return displayOf(element)
    if (name === 'visibility') return inherited(element, 'visibility', 'visible')
    if (name === 'pointerEvents' || name === 'pointer-events') {
      return inherited(element, 'pointer-events', 'auto')
    }
    return
  }

  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || hasOtherStyleSheets(element.ownerDocument)) {
      return computedByJsdom(element, pseudo)
    }
    const getPropertyValue = (name: string) =>
      quickly(element, name) ?? computedByJsdom(element).getPropertyValue(name)
    return new Proxy(noDeclarations, {
      get: (_, name) =>
        name === 'getPropertyValue'
          ? getPropertyValue
          : (quickly(element, name) ?? Reflect.get(computedByJsdom(element), name)),
    })
  }
  return () => {
    window.getComputedStyle = computedByJsdom
  }
}

const noDeclarations = document.createElement('i').style

/** What the selectors of jsdom's own style sheet look at besides the tag. */
const deciding = ['hidden', 'open', 'popover', 'type']

const keywords = new Set(['inherit', 'initial', 'revert', 'revert-layer', 'unset'])

/** Most elements have no inline style, and reading `style` makes an object for each. */
const inline = (element: Element, property: string): string =>
  element.hasAttribute('style') && (element instanceof HTMLElement || element instanceof SVGElement)
    ? element.style.getPropertyValue(property)
    : ''

/** Mantine's own set variables and hide elements by media queries, of which jsdom matches none. */
const hasOtherStyleSheets = (document: Document) =>
  [...document.styleSheets].some(
    ({ ownerNode }) =>
      !(ownerNode instanceof Element && ownerNode.hasAttribute('data-mantine-styles')),
  )
