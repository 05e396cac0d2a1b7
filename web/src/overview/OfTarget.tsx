import { formatCount } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'

/** After a speed: of which target, else its unit. */
export function OfTarget({ target }: { target: number | null }) {
  const say = useTexts('overview')
  return <small>{target === null ? 'ppm' : say('ofTarget', { target: formatCount(target) })}</small>
}
