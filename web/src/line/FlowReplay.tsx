import { type LineFlowPreview, previewLineFlow } from '@packboard/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, failureText } from '../api/call.ts'
import { formatCount } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { LoadingWord } from '../ui/Loadable.tsx'
import styles from './FlowReplay.module.css'
import { type FlowDraft, sendable } from './flowDraft.ts'
import { stopTimeText } from './StopTime.tsx'

/** Several changes in a row are one question: 30 days are read for it. */
const pauseMs = 600

/** What a flow would say of the last 30 days; nothing is stored. */
export function useReplay({
  clientId,
  line,
  draft,
  enabled,
}: {
  clientId: number
  line: string
  draft: FlowDraft
  enabled: boolean
}) {
  const text = JSON.stringify(draft)
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return useQuery({
    queryKey: ['line', 'preview', clientId, line, settled],
    queryFn: ({ signal }) => {
      // It is the text of a draft.
      const stations = JSON.parse(settled) as FlowDraft
      const body = { lineName: line, stations: sendable(stations) }
      return call(previewLineFlow, { params: { clientId }, body }, signal)
    },
    enabled: enabled && settled === text && settled !== '[]',
    staleTime: 300_000,
    retry: false,
    placeholderData: (before) => before,
  })
}

/** How many roots the flow would name, beside what is stored. */
export function FlowReplay({ replay }: { replay: ReturnType<typeof useReplay> }) {
  const say = useTexts('line')
  if (replay.isError) return <p role="alert">{failureText(replay.error)}</p>
  if (!replay.data) return replay.isFetching ? <LoadingWord turning /> : null
  const { before, after } = replay.data
  return (
    <ul className={styles.list} data-old={replay.isPlaceholderData} aria-live="polite">
      <li>
        {say('rootNamedFor', { named: formatCount(named(after)), count: formatCount(after.stops) })}
        {before && ` ${say('before', { count: formatCount(named(before)) })}`}
      </li>
      <li>
        {say('undecidedCount', { count: formatCount(after.withheld) })}
        {before && ` ${say('before', { count: formatCount(before.withheld) })}`}
        {after.reasons.length > 0 && (
          <ul>
            {after.reasons.map(({ why, stops }) => (
              <li key={why}>
                {say(`why.${why}`)}: {formatCount(stops)}
              </li>
            ))}
          </ul>
        )}
      </li>
      <li>
        {say('partsAre', {
          own: stopTimeText(1_000 * after.ownSeconds),
          inherited: stopTimeText(1_000 * after.inheritedSeconds),
          withheld: stopTimeText(1_000 * after.withheldSeconds),
        })}
      </li>
    </ul>
  )
}

const named = ({ own, inherited }: LineFlowPreview['after']) => own + inherited
