import { type ShiftPage, type StopRow, stopList } from '@packboard/contract'
import { formatClock, formatTimeInState, periodFilter } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call, failureText } from '../api/call.ts'
import { openFilter } from '../filter/filter.ts'
import { chartQuery } from '../filter/filterWire.ts'
import { formatCount } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconPlus } from '../icons/furtherIcons.ts'
import { IconCheck } from '../icons/icons.ts'
import { useReasons } from '../reasons/useReasons.ts'
import { type ShiftWindow, searchOfStop } from '../shift/shiftWays.ts'
import { ChooseReason } from '../stops/ChooseReason.tsx'
import { partsToName } from '../stops/labels.ts'
import reasonCell from '../stops/ReasonCell.module.css'
import { StopCauseName } from '../stops/stopNames.tsx'
import { useLabelling, useMayLabel } from '../stops/useLabelling.ts'
import { useShownZone } from '../time/zone.ts'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/Toasts.tsx'
import { useOpening } from '../ui/useOpening.ts'
import styles from './Questions.module.css'
import shared from './Rows.module.css'

type Question = ShiftPage['openQuestions'][number]

/** So many are shown before the rest is wanted. */
const shownFirst = 6

/** Stops that wait for a reason: what is proposed takes one press, any other reason two. */
export function Questions({ page, shift }: { page: ShiftPage; shift: ShiftWindow }) {
  const say = useTexts('shiftPage')
  const zone = useShownZone()
  const reasons = useReasons(shift.clientId)
  const labelling = useLabelling(shift.clientId, reasons)
  const may = useMayLabel()
  const choosing = useOpening<Question>()
  const [whole, showAll] = useState(false)
  const [reading, read] = useState(false)
  const { openQuestions, openCount } = page
  const shown = whole ? openQuestions : openQuestions.slice(0, shownFirst)
  const busy = reading || labelling.busy
  // The list of a shift has no labels: what stands on the stop by now is read before a change replaces it.
  const answer = async (question: Question, reason: string) => {
    read(true)
    try {
      const stop = await stopOf(shift, question)
      const parts = stop ? partsToName(stop.parts) : []
      if (stop && parts.length > 0) await labelling.label(stop, parts, reason)
      else showToast(say('answeredMeanwhile'), true)
    } catch (error) {
      showToast(failureText(error), true)
    } finally {
      read(false)
    }
  }
  const sub = openCount > 0 ? say('questionsSub', { count: openCount }) : undefined
  const { about } = choosing
  return (
    <Panel id="questions" title={say('questions')} sub={sub}>
      {openCount === 0 ? (
        <p className={styles.none}>{say('noQuestions')}</p>
      ) : (
        <ul className={shared.rows}>
          {shown.map((question) => {
            const { machineId, start, end, seconds, proposal } = question
            const time = formatClock(start, zone).slice(0, 5)
            const proposed = proposal && reasons.byId.get(proposal.reason)
            return (
              <li key={`${machineId} ${start.getTime()}`}>
                <span className={styles.stop} title={question.cause}>
                  <span className="digits">{time}</span>
                  <Link
                    to="/admin/productionData/$clientId/$machineId"
                    params={{ clientId: String(shift.clientId), machineId }}
                    search={searchOfStop(shift, { start, end })}
                  >
                    {machineId}
                  </Link>
                  <span className="digits">{formatTimeInState(seconds)}</span>
                  <StopCauseName stop={question} />
                </span>
                {reasons.groups.length > 0 && may({ goesOn: false, end }) && (
                  <span className={styles.acts} data-screen-only>
                    {proposed && (
                      <button
                        type="button"
                        className={reasonCell.propose}
                        disabled={busy}
                        aria-label={say('confirmOf', {
                          reason: reasons.nameOf(proposed.id),
                          machine: machineId,
                          time,
                        })}
                        onClick={() => void answer(question, proposed.id)}
                      >
                        <IconCheck size={16} stroke={2} />
                        {reasons.nameOf(proposed.id)}
                      </button>
                    )}
                    <button
                      type="button"
                      className={reasonCell.propose}
                      data-other={proposed !== undefined && proposed !== null}
                      disabled={busy}
                      aria-label={say('setReasonOf', { machine: machineId, time })}
                      title={say('setReasonOf', { machine: machineId, time })}
                      onClick={() => choosing.open(question)}
                    >
                      <IconPlus size={16} />
                      {!proposed && say('setReason')}
                    </button>
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {!whole && openQuestions.length > shownFirst && (
        <button type="button" className={styles.more} onClick={() => showAll(true)}>
          {say('showAll', { count: formatCount(openQuestions.length) })}
        </button>
      )}
      {about && (
        <ChooseReason
          reasons={reasons}
          what={`${about.machineId}, ${formatClock(about.start, zone).slice(0, 5)}`}
          choose={(reason) => void answer(about, reason)}
          {...choosing.dialog}
        />
      )}
    </Panel>
  )
}

/** The stop of a question as the list of stops has it now; undefined: there is none any more. */
async function stopOf(
  { clientId, zone }: ShiftWindow,
  { machineId, start, end }: Question,
): Promise<StopRow | undefined> {
  const filter = openFilter(periodFilter({ from: start, to: end }, zone), [])
  const query = { ...chartQuery(clientId, machineId, filter), at: start.toISOString(), pageSize: 1 }
  return (await call(stopList, { query })).stops[0]
}
