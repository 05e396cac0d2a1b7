import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOfProperty } from '../testing/depth.ts'
import { pageAddressOf } from './looks.ts'

test.each([
  ['/admin/dashboard', '/admin/dashboard'],
  ['/admin/compare?preset=last7d&by=shift&client=1', '/admin/compare?preset=last7d&by=shift'],
  ['/admin/compare?client=2', '/admin/compare'],
  [
    '/admin/productionData/1/FW-101?preset=last24h',
    '/admin/productionData/1/FW-101?preset=last24h',
  ],
  ['/admin/productionData/1/A%2FB', '/admin/productionData/1/A%2FB'],
  ['/admin/day-summary?product=%22100%22', '/admin/day-summary?product=%22100%22'],
])('%s is a page of client 1', (text, kept) => {
  expect(pageAddressOf(text, 1)).toBe(kept)
})

test.each([
  'https://elsewhere.example/admin/dashboard',
  '//elsewhere.example/admin/dashboard',
  '/\\elsewhere.example/admin/dashboard',
  'javascript:alert(1)',
  ' /admin/dashboard',
  '/admin/dashboard#token',
  '/admin/panel?view=users',
  '/admin/nowhere',
  '/auth/login',
  '/api/admin/plan/1',
  '/admin/../api/admin/plan/1',
  '/admin/productionData/2/FW-511',
  '/admin/productionData/01/FW-101',
  `/admin/dashboard?x=${'a'.repeat(2_000)}`,
])('%s is none', (text) => {
  expect(pageAddressOf(text, 1)).toBeNull()
})

test('whatever the text, an address that is kept leads to the own origin', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc
          .tuple(fc.constantFrom('/', '//', '/\\', '/admin/dashboard'), fc.string())
          .map((two) => two.join('')),
      ),
      (text) => {
        const kept = pageAddressOf(text, 1)
        if (kept === null) return
        expect(new URL(kept, 'https://packboard.example').origin).toBe('https://packboard.example')
        expect(kept).toMatch(/^\/admin\//)
      },
    ),
    runsOfProperty({ deep: 20_000, daily: 1_000 }),
  )
})
