import { expect, test } from 'vitest'
import { linksOfPage } from './linksOfPage.ts'

const times = { zone: 'UTC', factory: null }
const now = new Date('2026-11-21T14:32:00Z')
const links = (search: Record<string, unknown>) => linksOfPage('/admin/compare', search, times, now)
const read = (address: string | null | undefined) =>
  Object.fromEntries(new URL(address ?? '', 'https://page.example').searchParams)

test('a preset is a link that moves on, or exactly the period that it is now; what else is shown stays', () => {
  const { exact, moving } = links({ preset: 'last24h', by: 'shift' })
  expect(moving?.preset).toBe('Last 24 hours')
  expect(read(moving?.address)).toEqual({ preset: 'last24h', by: 'shift' })
  expect(read(exact)).toEqual({
    from: '2026-11-20',
    to: '2026-11-21',
    start: '14:32',
    end: '14:32',
    zone: 'UTC',
    by: 'shift',
  })
})

test('a period that is a preset at the moment is offered as such, too', () => {
  const yesterday = read(links({ preset: 'yesterday' }).exact)
  const { exact, moving } = links({ ...yesterday, by: 'line' })
  expect(read(exact)).toEqual({ ...yesterday, by: 'line' })
  expect(moving?.preset).toBe('Yesterday')
  expect(read(moving?.address)).toEqual({ preset: 'yesterday', by: 'line', zone: 'UTC' })
})

test('any other period is exact alone', () => {
  const { exact, moving } = links({
    from: '2026-11-02',
    to: '2026-11-04',
    start: '06:00',
    end: '14:00',
  })
  expect(read(exact)).toMatchObject({ from: '2026-11-02' })
  expect(moving).toBeNull()
})

test('a page whose address names no period has one link', () => {
  expect(links({ by: 'line' })).toEqual({
    here: '/admin/compare?by=line',
    exact: null,
    moving: null,
  })
})

test('a shift of a client without shifts has no exact period', () => {
  expect(links({ preset: 'thisShift' }).exact).toBeNull()
})
