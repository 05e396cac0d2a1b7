import { expect, test } from 'vitest'
import { wantedPage } from './wantedPage.ts'

test.each([
  '/admin/dashboard?client=1',
  '/admin/timeline?preset=last7d',
  '/admin/stops?preset=last7d',
  '/admin/shift?start=2026-11-20T06%3A00%3A00.000Z',
  '/admin/wall',
  '/admin/operator?line=Line+2',
  '/admin/compare?by=shift&sort=-stopTime',
  '/admin/day-summary?preset=last7d&zone=Europe%2FLondon',
  '/admin/panel?view=quarantine',
  '/admin/productionData/1/FW-101?preset=last24h',
])('%s is a page of our own', (address) => {
  expect(wantedPage(address)).toBe(address)
})

test.each([
  'https://evil.example/admin/dashboard',
  '//evil.example/admin/dashboard',
  '/\\evil.example/admin/dashboard',
  '\\\\evil.example/admin/dashboard',
  '/\t/evil.example/admin/dashboard',
  'javascript:alert(1)',
  '/admin/../api/auth/signout',
  '/auth/login',
  '/admin/index',
  '/admin/nowhere',
  '/admin/productionData/1',
  '/admin/dashboard/%2e%2e/%2e%2e/api',
  '',
  undefined,
  7,
])('%j is none: the start page is shown', (address) => {
  expect(wantedPage(address)).toBeNull()
})

test('what is left of a detour is a page of our own', () => {
  expect(wantedPage('/api/../admin/wall#token')).toBe('/admin/wall')
})
