import type { ShiftPage } from '@packboard/contract'
import { formatClock, type ShiftSide, shiftPageLimits, shiftSides } from '@packboard/model'
import { useId, useState } from 'react'
import { useMachines } from '../clients/clientQueries.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { type ShiftKey, useShiftNote, useSigning } from '../shift/signing.ts'
import { DateTime } from '../time/DateTime.tsx'
import { useShownZone } from '../time/zone.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SoonSelect } from '../ui/SoonSelect.tsx'
import styles from './HandOver.module.css'

const acts = { over: 'signOver', takeover: 'signTakeover' } as const satisfies Record<
  ShiftSide,
  string
>

/** What the next shift must know, and the two persons who sign: one hands over, another takes over. */
export function HandOver({ page, clientId }: { page: ShiftPage; clientId: number }) {
  const say = useTexts('shiftPage')
  const key: ShiftKey = { clientId, start: page.shift.from.toISOString() }
  const { over, takeover } = page.signatures
  const signing = useSigning(key)
  const unsigned = over === null || takeover === null
  const zone = useShownZone()
  const mayFrom = new Date(page.shift.to.getTime() - shiftPageLimits.signMinutes * 60_000)
  const isEarly = page.at < mayFrom
  return (
    <Panel id="hand-over" title={say('handOver')}>
      {page.notes.length > 0 && (
        <ul className={styles.notes}>
          {page.notes.map(({ id, text, machineId, by, at }) => (
            <li key={id}>
              <p>
                <b>{by === null ? say('formerUser') : by}</b>{' '}
                <small>
                  <DateTime at={at} />
                </small>
              </p>
              <p className={styles.text}>
                {machineId !== null && <b>{machineId}: </b>}
                {text}
              </p>
            </li>
          ))}
        </ul>
      )}
      {page.maySign === 'yes' && <NoteForm shiftKey={key} clientId={clientId} />}
      <div className={styles.sides}>
        {shiftSides.map((side) => (
          <SideBox
            key={side}
            side={side}
            name={say(side)}
            act={say(acts[side])}
            {...{ signing }}
            may={page.maySign === 'yes' && !isEarly}
            signature={page.signatures[side]}
          />
        ))}
      </div>
      {unsigned && page.openCount > 0 && (
        <p className={styles.hint}>{say('questionsGoWithIt', { count: page.openCount })}</p>
      )}
      {unsigned && isEarly && page.maySign === 'yes' && (
        <p className={styles.hint} data-screen-only>
          {say('signFrom', { time: formatClock(mayFrom, zone).slice(0, 5) })}
        </p>
      )}
      {unsigned && page.maySign === 'noNames' && <p className={styles.hint}>{say('noNames')}</p>}
    </Panel>
  )
}

/** One of the two: its person and time, or the button with which the person of this session signs. */
function SideBox({
  side,
  name,
  act,
  may,
  signature,
  signing,
}: {
  side: ShiftSide
  name: string
  act: string
  /** This person may sign now. */
  may: boolean
  signature: ShiftPage['signatures']['over']
  signing: ReturnType<typeof useSigning>
}) {
  const say = useTexts('shiftPage')
  if (signature === null) {
    return (
      <div className={styles.side} data-open="true">
        <span>{name}</span>
        {may ? (
          <span data-screen-only>
            <BusyButton
              busy={signing.busy ? say('signing') : null}
              quiet
              onClick={() => signing.sign(side)}
            >
              {act}
            </BusyButton>
          </span>
        ) : (
          <small>{say('notSigned')}</small>
        )}
      </div>
    )
  }
  const { by, at, receivedAt } = signature
  const isLate = receivedAt.getTime() - at.getTime() > lateMs
  return (
    <div className={styles.side}>
      <span>{name}</span>
      <b>{by === null ? say('formerUser') : by === '' ? say('signedNoName') : by}</b>
      <small>
        <DateTime at={at} />
      </small>
      {isLate && (
        <small>
          {say('receivedAt')} <DateTime at={receivedAt} />
        </small>
      )}
    </div>
  )
}

/** Signed without a network: it came later than a call takes. */
const lateMs = 60_000

/** Stands for no machine: a serial number is never a blank. */
const none = ' '

function NoteForm({ shiftKey, clientId }: { shiftKey: ShiftKey; clientId: number }) {
  const say = useTexts('shiftPage')
  const id = useId()
  const [text, type] = useState('')
  const [machine, choose] = useState(none)
  const machines = useMachines(clientId).data?.machines ?? []
  const { busy, write } = useShiftNote(shiftKey)
  const trimmed = text.trim()
  return (
    <form
      className={styles.form}
      data-screen-only
      onSubmit={(event) => {
        event.preventDefault()
        if (trimmed === '' || busy) return
        void write({ text: trimmed, ...(machine !== none && { machineId: machine }) }).then(
          (ok) => {
            if (!ok) return
            type('')
            choose(none)
          },
        )
      }}
    >
      <label htmlFor={id}>{say('whatNext')}</label>
      <textarea
        id={id}
        rows={2}
        value={text}
        maxLength={shiftPageLimits.noteCharacters}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <div className={styles.acts}>
        <SoonSelect
          aria-label={say('aboutMachine')}
          value={machine}
          data={[
            { value: none, label: say('noMachine') },
            ...machines.map(({ machineId }) => ({ value: machineId, label: machineId })),
          ]}
          searchable={machines.length > 12}
          onChange={(chosen) => choose(chosen ?? none)}
        />
        <BusyButton
          type="submit"
          quiet
          disabled={trimmed === ''}
          busy={busy ? say('saving') : null}
        >
          {say('addNote')}
        </BusyButton>
      </div>
    </form>
  )
}
