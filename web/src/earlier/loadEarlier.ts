import { type ComponentType, lazy } from 'react'
import { needTexts } from '../i18n/language.ts'

const load = async () => {
  const [parts] = await Promise.all([import('./parts.ts'), needTexts('compare')])
  return parts
}

const part = <Props>(pick: (parts: Awaited<ReturnType<typeof load>>) => ComponentType<Props>) =>
  lazy(async () => ({ default: pick(await load()) }))

/** The choice of what a page is compared with, and the changes; the figures do not wait for them. */
export const EarlierSwitch = part((parts) => parts.EarlierSwitch)
export const MetricChange = part((parts) => parts.MetricChange)
