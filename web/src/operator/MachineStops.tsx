import { isOffline } from '@packboard/model'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAlertTriangle, IconX } from '../icons/icons.ts'
import type { OverviewFeed } from '../overview/overviewFeed.ts'
import { useSeenNow } from '../overview/useOverview.ts'
import type { Reasons } from '../reasons/useReasons.ts'
import { Loadable, type Waiting } from '../ui/Loadable.tsx'
import { showToast } from '../ui/toasts.ts'
import { OpenStop } from './OpenStop.tsx'
import styles from './OperatorPage.module.css'
import type { OperatorStops } from './operatorQueries.ts'
import type { Answers } from './useAnswers.ts'
import { WithoutReason } from './WithoutReason.tsx'

/** One machine: its open stop large, and the stops of this shift that wait for a reason. */
export function MachineStops({
  clientId,
  serialNo,
  feed,
  reasons,
  answers,
  query,
}: {
  clientId: number
  serialNo: string
  feed: OverviewFeed
  reasons: Reasons & { readonly loaded: boolean }
  answers: Answers
  query: Waiting<OperatorStops>
}) {
  const say = useTexts('stopBook')
  const queries = useQueryClient()
  // A change of state begins or ends a stop: what is listed is read again at once.
  const moment = useSeenNow(feed, () => {
    const card = feed.cards.get(serialNo)
    if (!card) return ''
    return `${card.state} ${isOffline(card, new Date(feed.now()))}`
  })
  useEffect(() => {
    if (moment === '') return
    void queries.invalidateQueries({ queryKey: ['operator', 'stops', clientId, serialNo] })
  }, [moment, queries, clientId, serialNo])
  const answer: Answers['add'] = (...parts) => {
    const added = answers.add(...parts)
    if (!added) showToast(say('tooManyWait'), true)
    return added
  }
  const mine = answers.refused.filter(({ body }) => body.machineId === serialNo)
  return (
    <Loadable query={query} isEmpty={() => false} saysLoading>
      {(stops) => (
        <div className={styles.columns}>
          <div className={styles.first}>
            {mine.map(({ key, word, why }) => (
              <div key={key} role="alert" className={styles.refused}>
                <IconAlertTriangle size={24} stroke={1.75} aria-hidden="true" />
                <span>
                  <b>{say('notStored', { reason: word })}</b> {why}
                </span>
                <button
                  type="button"
                  aria-label={say('seen')}
                  title={say('seen')}
                  onClick={() => answers.forget(key)}
                >
                  <IconX size={24} stroke={1.75} aria-hidden="true" />
                </button>
              </div>
            ))}
            <OpenStop
              // Another stop begins without what was opened for this one.
              key={stops.open?.start.toISOString() ?? 'none'}
              {...{ serialNo, feed, reasons }}
              stop={stops.open}
              answers={{ ...answers, add: answer }}
            />
          </div>
          <WithoutReason
            {...{ reasons }}
            stops={stops.unnamed}
            coverage={stops.coverage}
            answers={{ ...answers, add: answer }}
          />
        </div>
      )}
    </Loadable>
  )
}
