import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { setLanguage } from '../src/i18n/language.ts'
import { chooseClient } from '../src/session/chosenClient.ts'
import { answerComputedStyleQuickly } from './computedStyle.ts'

// jsdom draws nothing; what the pictures are made of has tests of its own.
vi.mock('../src/shell/ParticleField.tsx', () => ({ default: () => null }))
vi.mock('../src/charts/SpeedChart.tsx', () => ({ SpeedChart: () => null }))
vi.mock('../src/charts/DayChart.tsx', () => ({ DayChart: ({ label }: { label: string }) => label }))
vi.mock('../src/charts/PacksChart.tsx', () => ({ PacksChart: () => null }))
vi.mock('../src/charts/Drawing.tsx', () => ({ Drawing: () => null }))

// A busy machine draws late; no test here is about time that passes by itself.
configure({ asyncUtilTimeout: 15_000, defaultHidden: false })

/**
 * A query that is repeated until it succeeds prints the page in each of its errors, and only the last one is read:
 * Testing Library prints the page into that one when the time is over.
 */
const withPage = getConfig().getElementError
configure({
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics')
      ? new Error(message ?? undefined)
      : withPage(message, container),
})
afterAll(() => configure({ getElementError: withPage }))

/** What jsdom lacks and the controls and the chart need when they are loaded. */
window.matchMedia = (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
  dispatchEvent: () => false,
})

window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** jsdom has no layout: what counts as in sight stays so. */
window.IntersectionObserver = class {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
afterAll(answerComputedStyleQuickly(window))

afterEach(() => {
  cleanup()
  chooseClient(null)
  void setLanguage('en')
  localStorage.clear()
  sessionStorage.clear()
})

/** The next file of this worker finds an empty document. */
afterAll(() => {
  for (const element of [document.documentElement, document.head, document.body]) {
    for (const { name } of [...element.attributes]) element.removeAttribute(name)
  }
  document.head.replaceChildren()
  document.body.replaceChildren()
})
