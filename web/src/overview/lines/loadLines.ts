import { type ComponentType, lazy } from 'react'
import { needTexts } from '../../i18n/language.ts'

const load = async () => {
  const [parts] = await Promise.all([
    import('./parts.ts'),
    needTexts('lines', 'compare', 'shiftProgress'),
  ])
  return parts
}
type Parts = Awaited<ReturnType<typeof load>>

/** Without a network the cards stay, and what cannot be loaded is left out. */
const part = <Props>(pick: (parts: Parts) => ComponentType<Props>) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (parts) => ({ default: pick(parts) }),
      () => ({ default: () => null }),
    ),
  )

/** What stands over the cards and on them while they are arranged; the cards do not wait for it. */
export const ClientSums = part((parts) => parts.ClientSums)
export const GroupSums = part((parts) => parts.GroupSums)
export const OverviewTools = part((parts) => parts.OverviewTools)
export const ChosenView = part((parts) => parts.ChosenView)
export const ArrangeCard = part((parts) => parts.ArrangeCard)
