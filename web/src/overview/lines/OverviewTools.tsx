import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { EarlierSwitch } from '../../earlier/EarlierSwitch.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { ChosenClient } from '../../session/chosenClient.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import { type Grouping, groupings } from '../arrangement.ts'
import { rearrange, useArrangementSync } from './arrangementSync.ts'
import styles from './Sums.module.css'
import { useShiftFigures } from './useShiftFigures.ts'

/** What the cards are grouped by, and the way to arrange them. */
export function OverviewTools({
  client,
  grouping,
  arranging,
  arrange,
  from,
}: {
  client: ChosenClient
  grouping: Grouping
  arranging: boolean
  arrange: (on: boolean) => void
  /** Where the totals of the cards begin. */
  from: Date
}) {
  const say = useTexts('lines')
  const narrow = useNarrow()
  useArrangementSync(client.id)
  const { asOf, earlier } = useShiftFigures(client, grouping, from)
  const navigate = useNavigate()
  const choose = (group: Grouping) => {
    rearrange(client.id, { grouping: group })
    void navigate({
      to: '/admin/dashboard',
      search: (search: { client?: number }) => ({ ...search, group }),
      replace: true,
      resetScroll: false,
    })
  }
  return (
    <>
      <span className={styles.toolName} aria-hidden="true">
        {say('groupBy')}
      </span>
      <Segmented
        label={say('groupBy')}
        value={grouping}
        options={groupings.map((value) => ({ value, label: say(value) }))}
        choose={choose}
      />
      {client.subscriptionLabel === 'premium' && (
        <EarlierSwitch earlier={earlier} known={asOf !== undefined} />
      )}
      {arranging && <span className={styles.hint}>{say('arrangeHint')}</span>}
      {!narrow && (
        <Button
          className={styles.arrange}
          variant={arranging ? 'filled' : 'default'}
          size="xs"
          aria-pressed={arranging}
          onClick={() => arrange(!arranging)}
        >
          {say(arranging ? 'done' : 'arrange')}
        </Button>
      )}
    </>
  )
}
