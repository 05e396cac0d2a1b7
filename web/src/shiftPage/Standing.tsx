import type { ShiftPage } from '@packboard/contract'
import { formatTimeInState } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { stateWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { type ShiftWindow, searchOfShift } from '../shift/shiftWays.ts'
import { StateGlyph } from '../stops/stopNames.tsx'
import { Panel } from '../ui/Panel.tsx'
import shared from './Rows.module.css'
import styles from './ShiftScreen.module.css'

/** What stands now, worst first; with `questions` also how many stops still need a reason, and the way to them. */
export function Standing({
  page,
  shift,
  questions = false,
  most = 8,
}: {
  page: ShiftPage
  shift: ShiftWindow
  questions?: boolean
  /** So many machines are shown. */
  most?: number
}) {
  const say = useTexts('shiftPage')
  const sayState = useTexts('states')
  const { standing = [], running = 0, reporting = 0 } = page.now ?? {}
  const open = questions ? page.openCount : 0
  if (standing.length === 0 && (!questions || page.now === null)) return null
  return (
    <Panel
      title={say(questions ? 'toDo' : 'standing')}
      sub={page.now && say('runOf', { running, reporting })}
    >
      <ul className={shared.rows}>
        {standing.slice(0, most).map(({ machineId, state, since, reason }) => (
          <li key={machineId}>
            <span className={shared.what}>
              <StateGlyph code={state} />
              <MachineLink {...{ machineId, shift }} />
              {stateWord(state, sayState)}
              {reason !== '' && <span>{reason}</span>}
            </span>
            {since && (
              <b className="digits">
                {formatTimeInState((page.at.getTime() - since.getTime()) / 1_000)}
              </b>
            )}
          </li>
        ))}
        {standing.length === 0 && (
          <li>
            <span className={shared.what}>{say('noneStands')}</span>
          </li>
        )}
        {open > 0 && (
          <li>
            <span className={shared.what}>{say('questionsSub', { count: open })}</span>
            <Link to="/admin/shift" hash="questions" className={styles.way}>
              {say('setReason')}
            </Link>
          </li>
        )}
      </ul>
    </Panel>
  )
}

/** A machine, as the way to its page in this shift. */
export function MachineLink({ machineId, shift }: { machineId: string; shift: ShiftWindow }) {
  return (
    <Link
      to="/admin/productionData/$clientId/$machineId"
      params={{ clientId: String(shift.clientId), machineId }}
      search={searchOfShift(shift)}
    >
      {machineId}
    </Link>
  )
}
