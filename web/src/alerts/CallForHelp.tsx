import { type AlertWire, callForHelp, helpDone, helpOnMyWay } from '@packboard/contract'
import { alertLimits, formatClock } from '@packboard/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call, failureText } from '../api/call.ts'
import { textsOf, useTexts } from '../i18n/useTexts.ts'
import { IconBell } from '../icons/furtherIcons.ts'
import { serverNow } from '../time/serverClock.ts'
import { useShownZone } from '../time/zone.ts'
import { showToast } from '../ui/Toasts.tsx'
import styles from './CallForHelp.module.css'
import { useLiveAlerts, useOpenAlerts } from './openAlerts.ts'

type HelpCall = Pick<AlertWire, 'id' | 'openedAt' | 'raisedBy' | 'onMyWayAt' | 'onMyWayBy' | 'text'>

/** What one does with a call for help; afterwards all pages read it again. */
function useHelp<Question>(send: (question: Question) => Promise<unknown>, done?: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      done?.()
      return queries.invalidateQueries({ queryKey: ['alerts'] })
    },
    onError: (error) => showToast(failureText(error), true),
  })
}

/** Calls for help at a machine, and shows who is on the way until a person ends it. */
export function CallForHelp({
  clientId,
  serialNo,
  name,
}: {
  clientId: number
  serialNo: string
  /** Who calls. */
  name: string
}) {
  const say = useTexts('alerts')
  const [isOpen, setOpen] = useState(false)
  const [note, setNote] = useState('')
  // Until the call is read from the server, and where it may not be read.
  const [own, setOwn] = useState<HelpCall | null>(null)
  const open = useOpenAlerts(clientId)
  useLiveAlerts(clientId)
  const stored = open.data?.alerts.find(
    ({ origin, machineId }) => origin === 'help' && machineId === serialNo,
  )
  const calling = useMutation({
    mutationFn: () =>
      call(callForHelp, {
        body: { machineId: serialNo, ...(note.trim() !== '' && { note: note.trim() }) },
      }),
    onSuccess: ({ id }) => {
      setOwn({
        ...{ id, openedAt: new Date(serverNow()), raisedBy: name, text: note.trim() },
        ...{ onMyWayAt: null, onMyWayBy: null },
      })
      setNote('')
      setOpen(false)
      showToast(textsOf('alerts')('called'))
      return open.refetch()
    },
    onError: (error) => showToast(failureText(error), true),
  })
  // Once it was read, what the server says counts; an ended call is over here, too.
  const isRead = own !== null && open.isSuccess && open.dataUpdatedAt > own.openedAt.getTime()
  const shown: HelpCall | null = stored ?? (isRead ? null : own)
  if (shown) {
    return <Called call={shown} mine={name} change={setOwn} />
  }
  if (!isOpen) {
    return (
      <button type="button" className={styles.open} onClick={() => setOpen(true)}>
        <IconBell size={24} />
        {say('callHelp')}
      </button>
    )
  }
  return (
    <CallForm
      {...{ note, setNote }}
      busy={calling.isPending}
      cancel={() => setOpen(false)}
      send={() => !calling.isPending && calling.mutate()}
    />
  )
}

/** What is needed, in a few words; the keyboard opens only when the field is pressed. */
function CallForm({
  note,
  setNote,
  busy,
  cancel,
  send,
}: {
  note: string
  setNote: (note: string) => void
  busy: boolean
  cancel: () => void
  send: () => void
}) {
  const say = useTexts('alerts')
  const id = useId()
  return (
    <section className={styles.call} aria-label={say('callHelp')}>
      <label htmlFor={id}>{say('callNote')}</label>
      <textarea
        id={id}
        rows={2}
        maxLength={alertLimits.noteLength}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value.replaceAll('\n', ' '))}
      />
      <p>{say('informs')}</p>
      <div className={styles.buttons}>
        <button type="button" onClick={cancel}>
          {say('cancel')}
        </button>
        <button type="button" className={styles.first} aria-disabled={busy} onClick={send}>
          {say(busy ? 'calling' : 'callSend')}
        </button>
      </div>
    </section>
  )
}

/** A call that is open: since when, who comes, and the two ways on. */
function Called({
  call: help,
  mine,
  change,
}: {
  call: HelpCall
  mine: string
  change: (call: HelpCall | null) => void
}) {
  const say = useTexts('alerts')
  const zone = useShownZone()
  const { id, openedAt, raisedBy, onMyWayAt, onMyWayBy, text } = help
  const coming = useHelp(
    () => call(helpOnMyWay, { params: { id } }),
    () => change({ ...help, onMyWayAt: new Date(serverNow()), onMyWayBy: mine }),
  )
  const ending = useHelp(
    () => call(helpDone, { params: { id } }),
    () => {
      change(null)
      showToast(textsOf('alerts')('helpEnded'))
    },
  )
  const busy = coming.isPending || ending.isPending
  const at = formatClock(openedAt, zone)
  return (
    <section className={styles.call} aria-label={say('callHelp')} data-open>
      <div role="status">
        <b>
          <IconBell size={24} />
          {raisedBy === null ? say('calledAt', { at }) : say('calledAtBy', { at, name: raisedBy })}
        </b>
        {text !== '' && <p>{text}</p>}
        <p>
          {onMyWayAt === null
            ? say('waits')
            : say('onMyWayAt', { name: onMyWayBy ?? '–', at: formatClock(onMyWayAt, zone) })}
        </p>
      </div>
      <div className={styles.buttons}>
        {onMyWayAt === null && (
          <button
            type="button"
            className={styles.first}
            aria-disabled={busy}
            onClick={() => !busy && coming.mutate(undefined)}
          >
            {say('onMyWay')}
          </button>
        )}
        <button
          type="button"
          {...(onMyWayAt !== null && { className: styles.first })}
          aria-disabled={busy}
          onClick={() => !busy && ending.mutate(undefined)}
        >
          {say('done')}
        </button>
      </div>
    </section>
  )
}
