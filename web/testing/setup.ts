import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { setLanguage } from '../src/i18n/language.ts'
import { chooseClient } from '../src/session/chosenClient.ts'

// jsdom draws nothing; what the pictures are made of has tests of its own.
vi.mock('../src/shell/ParticleField.tsx', () => ({ default: () => null }))
vi.mock('../src/charts/SpeedChart.tsx', () => ({ SpeedChart: () => null }))
vi.mock('../src/charts/DayChart.tsx', () => ({ DayChart: ({ label }: { label: string }) => label }))
vi.mock('../src/charts/PacksChart.tsx', () => ({ PacksChart: () => null }))
vi.mock('../src/charts/EChart.tsx', () => ({ EChart: () => null }))

// A busy machine draws late; no test here is about time that passes by itself.
configure({ asyncUtilTimeout: 15_000 })

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

window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}

afterEach(() => {
  cleanup()
  chooseClient(null)
  void setLanguage('en')
  localStorage.clear()
  sessionStorage.clear()
})
