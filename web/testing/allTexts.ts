import { needTexts } from '../src/i18n/language.ts'

/** A page loads the texts that it needs; the tests draw its parts without it. */
await needTexts('machines', 'further', 'panel', 'compare', 'losses', 'stopBook', 'alarmStatistics')
