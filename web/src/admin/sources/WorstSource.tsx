import { Button } from '@mantine/core'
import type { DataSource } from '@packboard/contract'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconAlertTriangle } from '../../icons/icons.ts'
import { useNow } from '../../time/useNow.ts'
import { clockText } from '../quarantine/clockText.ts'
import styles from './DataSources.module.css'
import { wordOf, worstSource } from './sourceRows.ts'
import { ageText } from './sourceTexts.ts'

/** Under the table: the machine that a person should look at first, and whether anything is lost. */
export function WorstSource({
  sources,
  open,
}: {
  sources: readonly DataSource[]
  open: (source: DataSource) => void
}) {
  const say = useTexts('sources')
  const worst = worstSource(sources)
  if (!worst) return null
  return (
    <div className={styles.worst}>
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
      <p>
        <b>
          <Headline source={worst} />
        </b>{' '}
        {say(`worst.${worst.state}.what`)}
      </p>
      <Button variant="default" size="xs" onClick={() => open(worst)}>
        {say('details')}
      </Button>
    </div>
  )
}

function Headline({ source }: { source: DataSource }) {
  const say = useTexts('sources')
  const sayClock = useTexts('quarantine')
  const age = useNow((now) => ageText(say, wordOf(source), now))
  return say(`worst.${source.state}`, {
    name: source.serialNo,
    age,
    clock: clockText(sayClock, source.clockSkewMs),
    records: source.quarantined,
    count: formatCount(source.quarantined),
  })
}
