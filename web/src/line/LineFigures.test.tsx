import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shiftOfKey } from './LineFigures.tsx'

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

test('packs of a line are those of its key station; one without a target leaves none', () => {
  const machine = { machineId: 'FW-101', made: 100, due: 120, ofShift: 900, forecast: 880 }
  const other = { ...machine, machineId: 'CP-105' }
  const key = new Set(['FW-101', 'FW-102'])
  expect(shiftOfKey([machine, { ...machine, machineId: 'FW-102' }, other], key)).toEqual({
    ...{ made: 200, due: 240, ofShift: 1_800, forecast: 1_760 },
  })
  expect(shiftOfKey([machine, { ...machine, machineId: 'FW-102', due: null }], key).due).toBeNull()
  expect(shiftOfKey([other], key)).toEqual({ made: 0, due: null, ofShift: null, forecast: null })
})
