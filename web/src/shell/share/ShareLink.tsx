import { useRouterState } from '@tanstack/react-router'
import type { ProductionFilter } from '../../filter/filter.ts'
import { searchOfFilter } from '../../filter/searchOfFilter.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconLink } from '../../icons/furtherIcons.ts'
import { showToast } from '../../ui/Toasts.tsx'
import { useMedia } from '../../ui/useNarrow.ts'
import { addressOf } from '../addressOf.ts'
import { openSavedViews } from '../overlaysOpen.ts'
import styles from './ShareLink.module.css'

/**
 * The link of the page with exactly the period that is shown, at one press: to the clipboard, on a phone or tablet to what the device
 * shares with. Links that move on are in the saved views.
 */
export function ShareLink({ filter }: { filter: ProductionFilter }) {
  const say = useTexts('savedViews')
  const touched = useMedia('(pointer: coarse)')
  const { path, search } = useRouterState({
    select: ({ location }) => ({ path: location.pathname, search: location.search }),
    structuralSharing: true,
  })
  const { preset: _, ...rest }: Record<string, unknown> = search
  const { preset: __, ...shown } = filter
  const link = window.location.origin + addressOf(path, { ...rest, ...searchOfFilter(shown) })
  const share = async () => {
    if (touched && 'share' in navigator) {
      // Who closes the list of the device has decided: nothing failed.
      await navigator.share({ title: document.title, url: link }).catch(() => undefined)
      return
    }
    try {
      await navigator.clipboard.writeText(link)
      showToast(say('copied'))
    } catch {
      // Only secure addresses may write to the clipboard; there it is copied by hand.
      openSavedViews()
    }
  }
  return (
    <button
      type="button"
      className={styles.share}
      aria-label={say('shareLink')}
      title={say('shareLink')}
      onClick={() => void share()}
    >
      <IconLink size={20} />
    </button>
  )
}
