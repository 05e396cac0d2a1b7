import { firstSpoken } from '@packboard/model'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { longDay } from '../home/HomeScreen.tsx'
import { LanguageMenu } from '../preferences/ChoiceMenu.tsx'
import { FailedMark } from '../ui/Loadable.tsx'
import { failureWords } from './failureWords.ts'
import {
  chooseLanguage,
  currentLanguage,
  needTexts,
  preferredLanguage,
  setLanguage,
} from './language.ts'
import { type Say, textsOf } from './useTexts.ts'

afterEach(() => void vi.restoreAllMocks())

test.each([
  [['de-AT', 'en'], 'de'],
  [['pt-BR', 'FR-ca', 'en'], 'fr'],
  [['ja'], 'en'],
  [[], 'en'],
] as const)('whoever reads %s gets %s', (tags, language) => {
  expect(firstSpoken(tags)).toBe(language)
})

test('what was chosen here before goes before what the browser speaks', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['it-IT', 'en'])
  expect(preferredLanguage()).toBe('it')
  await chooseLanguage('es')
  expect(preferredLanguage()).toBe('es')
  localStorage.setItem('packboard.language', 'klingon')
  expect(preferredLanguage()).toBe('it')
})

test('another language is chosen under its own name, and what is on the screen follows', async () => {
  render(
    <>
      <FailedMark retry={() => {}} />
      <LanguageMenu />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Language: English' }))
  await userEvent.click(screen.getByRole('button', { name: 'Deutsch' }))
  await screen.findByRole('button', { name: 'Erneut versuchen' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Sprache: Deutsch' }))
  expect(document.documentElement.lang).toBe('de')
  expect(preferredLanguage()).toBe('de')
})

test('Escape leaves the language as it is and gives the focus back', async () => {
  render(<LanguageMenu />)
  const opener = screen.getByRole('button', { name: 'Language: English' })
  await userEvent.click(opener)
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'English' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: 'Italiano' })).toBeNull()
  expect(document.activeElement).toBe(opener)
})

test('whoever chooses twice gets what was chosen last, whichever comes first', async () => {
  await act(() => Promise.all([setLanguage('fr'), setLanguage('en')]))
  expect(currentLanguage().language).toBe('en')
})

describe('what a failed call says', () => {
  beforeEach(() => needTexts('errors'))

  const general = 'Machine not found.'

  test('its general words in the language that is spoken', async () => {
    expect(failureWords('machine.notFound', general)).toBe(general)
    await setLanguage('de')
    expect(failureWords('machine.notFound', general)).toBe('Maschine nicht gefunden.')
  })

  test("the server's own words where they say more than the code, or the code is not known", async () => {
    await setLanguage('de')
    expect(failureWords('machine.notFound', 'Machine FW-9 is gone.')).toBe('Machine FW-9 is gone.')
    expect(failureWords('toString', 'Of another version.')).toBe('Of another version.')
  })
})

test('values are filled in, and a value that is missing or misspelt does not compile', async () => {
  await setLanguage('fr')
  expect(textsOf('ui')('rowsOf', { first: '1', last: '10', count: '43' })).toBe('1–10 sur 43')
  const say: Say<'ui'> = () => ''
  // @ts-expect-error: count is missing
  say('rowsOf', { first: '1', last: '10' })
  // @ts-expect-error: a misspelt value
  say('page', { pgae: '1' })
  // @ts-expect-error: a text that takes values is not said without them
  say('page')
  // @ts-expect-error: no such text
  say('nothing')
})

test('a day is said in the manner of the language, on the calendar of the zone', () => {
  const at = new Date('2026-11-21T23:30:00Z')
  expect(longDay(at, 'UTC', 'en-GB')).toBe('Saturday 21 November 2026')
  expect(longDay(at, 'Europe/Berlin', 'de-DE')).toBe('Sonntag, 22. November 2026')
})
