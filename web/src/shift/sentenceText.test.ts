// @vitest-environment jsdom
import type { SentenceWire } from '@packboard/contract'
import { type Language, languages, longestSentence, sentenceRules } from '@packboard/model'
import { afterAll, describe, expect, test } from 'vitest'
import { needTexts, setLanguage } from '../i18n/language.ts'
import { textsOf } from '../i18n/useTexts.ts'
import { sentenceText } from './sentenceText.ts'

await needTexts('machines', 'shift')
afterAll(() => setLanguage('en'))

const said = (sentence: SentenceWire, language: Language = 'en') =>
  String(sentenceText(sentence, textsOf('shift'), language))

const long = 'Product crosswise at the transfer plate of the second infeed belt'
const extremes: SentenceWire['terms'] = {
  ...{ packs: 999_999_999_999, otherPacks: 999_999_999_999, percent: 99.94, count: 999_999 },
  ...{ machineId: 'MACHINE-0123456789-0123456789-0123456789', line: `Line ${long}` },
  ...{ cause: long, group: 'Infeed', seconds: 86_399 },
  ...{ start: new Date('2026-11-20T02:29:00Z'), end: new Date('2026-11-21T02:28:59Z') },
}
const smallest: SentenceWire['terms'] = {
  ...{ packs: 0, otherPacks: 1, percent: 0, count: 1, machineId: 'A', line: '' },
  ...{ cause: 'Held (No Production)', group: '', seconds: 0 },
}

describe.each(Object.keys(languages) as Language[])('%s', (language) => {
  test.each(sentenceRules)(
    '%s fits with extreme numbers and names, and with none',
    async (rule) => {
      await setLanguage(language)
      for (const terms of [extremes, { ...extremes, line: '' }, smallest, {}]) {
        const text = said({ rule, terms }, language)
        expect([...text].length, text).toBeLessThanOrEqual(longestSentence(language))
        expect(text).toMatch(/\.$/)
        expect(text).not.toMatch(/[{}<>]|undefined|NaN/)
      }
    },
  )
})

describe('a sentence', () => {
  test('names the gap and the stop that cost more', async () => {
    await setLanguage('en')
    const terms = { packs: 8_498, machineId: 'FW-102', cause: 'front jaw', group: 'Temp' }
    expect(said({ rule: 'behindByStop', terms: { ...terms, seconds: 3_660 } })).toBe(
      '8,498 packs short of target. One stop cost more than that: FW-102, front jaw, 1h 01m.',
    )
  })

  test('leaves out words of a machine before it becomes too long', async () => {
    await setLanguage('en')
    const terms = { packs: 8_498, machineId: 'FW-102', cause: long, group: 'Infeed' }
    expect(said({ rule: 'behindByStop', terms: { ...terms, seconds: 3_660 } })).toBe(
      '8,498 packs short of target. One stop cost more: FW-102, 1h 01m.',
    )
  })

  test('says a state in the language of the reader and an alarm as the machine reported it', async () => {
    await setLanguage('de')
    const terms = { machineId: 'FW-201', seconds: 401 }
    const state = said(
      { rule: 'standsNow', terms: { ...terms, cause: 'Held (No Production)', group: '' } },
      'de',
    )
    expect(state).toBe(`FW-201 steht seit 6m 41s: ${textsOf('states')('state13')}.`)
    const alarm = { ...terms, cause: 'Film snap', group: 'Film' }
    expect(said({ rule: 'standsNow', terms: alarm }, 'de')).toBe(
      'FW-201 steht seit 6m 41s: Film snap.',
    )
  })

  test('counts one and many', async () => {
    await setLanguage('en')
    expect(said({ rule: 'withoutReason', terms: { count: 1 } })).toBe('1 stop has no reason yet.')
    expect(said({ rule: 'withoutReason', terms: { count: 3 } })).toBe('3 stops have no reason yet.')
  })
})
