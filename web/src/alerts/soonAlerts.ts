import { lazy } from 'react'
import { needTexts } from '../i18n/language.ts'

/** What pages show of open alerts: loaded after the page, with the texts. */
const marks = async () => {
  const [parts] = await Promise.all([import('./AlertMarks.tsx'), needTexts('alerts')])
  return parts
}

export const AttentionAlerts = lazy(async () => ({ default: (await marks()).AttentionAlerts }))
export const MachineAlerts = lazy(async () => ({ default: (await marks()).MachineAlerts }))
