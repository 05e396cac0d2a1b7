import { Button } from '@mantine/core'
import type { StopPart, StopRow } from '@packboard/contract'
import { formatClock, formatTimeInState } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconCheck } from '../icons/icons.ts'
import { ReasonName } from '../reasons/ReasonChoice.tsx'
import type { Reasons } from '../reasons/useReasons.ts'
import { DateTime } from '../time/DateTime.tsx'
import { useShownZone } from '../time/zone.ts'
import { Loadable } from '../ui/Loadable.tsx'
import { ErrorNote } from '../ui/Message.tsx'
import { ChooseReason } from './ChooseReason.tsx'
import { historyQuery, partsToName } from './labels.ts'
import { NoteField } from './NoteField.tsx'
import reasonCell from './ReasonCell.module.css'
import shared from './Shared.module.css'
import { SplitPart } from './SplitPart.tsx'
import styles from './StopReasons.module.css'
import type { Labelling } from './useLabelling.ts'

type Open = { readonly what: 'note' | 'split'; readonly part: StopPart }

/** Why the stop happened: its parts with their reasons, and everything that a person may do about them. */
export function StopReasons({
  clientId,
  stop,
  reasons,
  labelling,
  may,
}: {
  clientId: number
  stop: StopRow
  reasons: Reasons
  labelling: Labelling
  may: boolean
}) {
  const say = useTexts('stopBook')
  const zone = useShownZone()
  const [open, setOpen] = useState<Open | null>(null)
  const [choosing, setChoosing] = useState<readonly StopPart[] | null>(null)
  const unnamed = partsToName(stop.parts)
  const { proposal } = stop
  const close = () => setOpen(null)
  const span = ({ start, end }: { start: Date; end: Date }) =>
    `${formatClock(start, zone)} – ${formatClock(end, zone)}`
  const isOpen = (what: Open['what'], part: StopPart) =>
    open?.what === what && open.part.start.getTime() === part.start.getTime()
  const toggle = (what: Open['what'], part: StopPart) =>
    setOpen(isOpen(what, part) ? null : { what, part })
  return (
    <section className={styles.book} aria-label={say('reason')}>
      <h4 className={shared.subtitle}>{say('reason')}</h4>
      {labelling.refused !== null && <ErrorNote>{labelling.refused}</ErrorNote>}
      {may && proposal && unnamed.length > 0 && reasons.byId.has(proposal.reason) && (
        <button
          type="button"
          className={styles.confirm}
          disabled={labelling.busy}
          onClick={() => void labelling.label(stop, unnamed, proposal.reason)}
          data-screen-only
        >
          <span>
            <ReasonName {...{ reasons }} id={proposal.reason} />
            <small>{say(`why.${proposal.why}`)}</small>
          </span>
          <span>
            <IconCheck size={20} stroke={2} />
            {say('confirm')}
          </span>
        </button>
      )}
      <ol className={styles.parts}>
        {stop.parts.map((part, index) => {
          const next = stop.parts[index + 1]
          const seconds = (part.end.getTime() - part.start.getTime()) / 1_000
          const times = span(part)
          return (
            <li key={part.start.toISOString()}>
              {stop.parts.length > 1 && (
                <p className={styles.partTime}>
                  <span className="digits">{times}</span>
                  <span className="digits">{formatTimeInState(seconds)}</span>
                </p>
              )}
              {part.reason === null ? (
                <p className={reasonCell.quiet}>{say(stop.micro ? 'microLong' : 'noReason')}</p>
              ) : (
                <p className={styles.said}>
                  <ReasonName {...{ reasons }} id={part.reason} />
                </p>
              )}
              {part.note !== '' && <p className={shared.noteText}>{part.note}</p>}
              {part.overrunAt && (
                <p className={shared.note}>
                  {say('overrunAt', { time: formatClock(part.overrunAt, zone) })}
                </p>
              )}
              {part.by && part.at && (
                <p className={shared.setBy}>
                  {say(part.reason === null ? 'takenBackBy' : 'setBy', { name: part.by })}{' '}
                  <DateTime at={part.at} />
                </p>
              )}
              {may && (
                <div className={shared.acts} data-screen-only>
                  <Act
                    word={say(part.reason === null ? 'setReason' : 'change')}
                    times={times}
                    go={() => setChoosing([part])}
                  />
                  {part.reason !== null && (
                    <Act
                      word={say('note')}
                      times={times}
                      pressed={isOpen('note', part)}
                      go={() => toggle('note', part)}
                    />
                  )}
                  {seconds >= 2 && (
                    <Act
                      word={say('split')}
                      times={times}
                      pressed={isOpen('split', part)}
                      go={() => toggle('split', part)}
                    />
                  )}
                  {part.reason !== null && (
                    <Act
                      word={say('takeBack')}
                      times={times}
                      off={labelling.busy}
                      go={() => void labelling.takeBack(stop, part)}
                    />
                  )}
                </div>
              )}
              {isOpen('note', part) && part.reason !== null && (
                <NoteField
                  note={part.note}
                  busy={labelling.busy}
                  cancel={close}
                  save={(note) => {
                    if (part.reason === null) return
                    void labelling
                      .label(stop, [part], part.reason, note)
                      .then((ok) => ok && close())
                  }}
                />
              )}
              {isOpen('split', part) && (
                <SplitPart {...{ stop, part, reasons, labelling }} done={close} />
              )}
              {may && next && <MergeButton {...{ stop, part, next, labelling, reasons }} />}
            </li>
          )
        })}
      </ol>
      <LabelHistory {...{ clientId, stop, reasons }} />
      <ChooseReason
        reasons={reasons}
        what={
          choosing?.[0]
            ? span({ start: choosing[0].start, end: choosing.at(-1)?.end ?? choosing[0].end })
            : ''
        }
        chosen={choosing?.[0]?.reason ?? null}
        opened={choosing !== null}
        onClose={() => setChoosing(null)}
        choose={(reason) => {
          if (choosing) void labelling.label(stop, choosing, reason, choosing[0]?.note ?? '')
        }}
      />
    </section>
  )
}

function Act({
  word,
  times,
  pressed,
  off = false,
  go,
}: {
  word: string
  times: string
  pressed?: boolean
  off?: boolean
  go: () => void
}) {
  return (
    <Button
      variant="default"
      size="xs"
      disabled={off}
      {...(pressed !== undefined && { 'aria-expanded': pressed })}
      onClick={go}
    >
      {word}
      <span className="spoken"> {times}</span>
    </Button>
  )
}

/** Two parts that lie beside each other become one, with the reason of the first that has one. */
function MergeButton({
  stop,
  part,
  next,
  labelling,
  reasons,
}: {
  stop: StopRow
  part: StopPart
  next: StopPart
  labelling: Labelling
  reasons: Reasons
}) {
  const say = useTexts('stopBook')
  const reason = part.reason ?? next.reason
  if (reason === null) return null
  const note = [part.note, next.note].filter(Boolean).join('\n')
  const both = part.reason !== null && next.reason !== null
  return (
    <Button
      className={styles.merge ?? ''}
      variant="default"
      size="xs"
      disabled={labelling.busy}
      onClick={() =>
        void (both
          ? labelling.merge(stop, [part, next], reason, note)
          : labelling.label(stop, [part, next], reason, note))
      }
      data-screen-only
    >
      {say('mergeAs', { reason: reasons.nameOf(reason) })}
    </Button>
  )
}

/** Everything that was ever said about a stop, the newest first. It is requested when it is opened. */
function LabelHistory({
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
