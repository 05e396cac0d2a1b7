import type { StopRow } from '@packboard/contract'
import { formatClock } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { ReasonName } from '../reasons/ReasonName.tsx'
import type { Reasons } from '../reasons/useReasons.ts'
import { DateTime } from '../time/DateTime.tsx'
import { useShownZone } from '../time/zone.ts'
import { Loadable } from '../ui/Loadable.tsx'
import styles from './LabelHistory.module.css'
import { historyQuery } from './labelQueries.ts'
import shared from './Shared.module.css'

/** Everything that was ever said about a stop, the newest first. It is requested when it is opened. */
export function LabelHistory({
  clientId,
  stop,
  reasons,
}: {
  clientId: number
  stop: StopRow
  reasons: Reasons
}) {
  const say = useTexts('stopBook')
  const [open, setOpen] = useState(false)
  return (
    <details
      className={styles.history}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      data-screen-only
    >
      <summary>{say('history')}</summary>
      {open && <Entries {...{ clientId, stop, reasons }} />}
    </details>
  )
}

function Entries({ clientId, stop, reasons }: Parameters<typeof LabelHistory>[0]) {
  const say = useTexts('stopBook')
  const zone = useShownZone()
  const query = useQuery(
    historyQuery({
      clientId,
      machineId: stop.machine,
      from: stop.start.toISOString(),
      to: stop.end.toISOString(),
    }),
  )
  return (
    <Loadable query={query} isEmpty={(labels) => labels.length === 0} emptyText={say('noHistory')}>
      {(labels) => (
        <ol>
          {labels
            .toSorted((a, b) => b.labelId - a.labelId)
            .map(({ labelId, at, by, from, to, untilRun, reason, note, voids }) => (
              <li key={labelId}>
                <p>
                  <DateTime at={at} /> <b>{by ?? say('formerUser')}</b>
                </p>
                <p>
                  {reason === null ? say('tookBack') : <ReasonName {...{ reasons }} id={reason} />}{' '}
                  <span className="digits">
                    {formatClock(from, zone)} – {untilRun ? say('untilRun') : formatClock(to, zone)}
                  </span>
                </p>
                {note !== '' && <p className={shared.noteText}>{note}</p>}
                {voids.map((span) => (
                  <p key={span.from.toISOString()} className={shared.setBy}>
                    {say('voidSpan', {
                      from: formatClock(span.from, zone),
                      to: formatClock(span.to, zone),
                    })}
                  </p>
                ))}
              </li>
            ))}
        </ol>
      )}
    </Loadable>
  )
}
