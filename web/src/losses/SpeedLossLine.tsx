import { useFigures } from '../filter/figureQuery.ts'
import { addressOfQuestion, chartQuery } from '../filter/filterWire.ts'
import { formatCount } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import type { StopScope } from '../stops/stopQueries.ts'
import styles from './Losses.module.css'
import { lossTime } from './LossTable.tsx'
import { lossesQuery } from './lossQueries.ts'

/** Below the causes of stops: what speed cost, which is no stop, and the way to all losses. One below zero is an outline. */
export function SpeedLossLine({ scope }: { scope: StopScope }) {
  const say = useTexts('losses')
  const { clientId, serialNo, filter } = scope
  const { query } = useFigures(lossesQuery(scope, filter))
  const speed = query.data?.losses.find(({ kind }) => kind === 'speed')
  return (
    <p className={styles.speed}>
      {speed && (
        <span data-gain={speed.seconds < 0}>
          <i aria-hidden="true" data-chart-key />
          <b>{say(speed.seconds < 0 ? 'faster' : 'speed')}</b> {lossTime(speed.seconds)},{' '}
          {say('lostPacksOf', { packs: formatCount(speed.lostPacks) })}
        </span>
      )}
      <a
        href={`/admin/losses?${addressOfQuestion(chartQuery(clientId, serialNo, filter))}`}
        data-screen-only
      >
        {say('whyLong')}
      </a>
    </p>
  )
}
