import { chooseOperator, type operatorLink } from '@packboard/contract'
import { formatClock } from '@packboard/model'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { CallFailed, call, failureText } from '../api/call.ts'
import { textsOf, useTexts } from '../i18n/useTexts.ts'
import { IconAlertTriangle } from '../icons/icons.ts'
import { BrandMark } from '../shell/BrandMark.tsx'
import styles from './NameChoice.module.css'
import { PinPad } from './PinPad.tsx'

type Link = z.output<typeof operatorLink.answer>

/** Who works at this tablet now: a name, and the PIN of the link where it wants one. */
export function NameChoice({ link, chosen }: { link: Link; chosen: (pass: string) => void }) {
  const say = useTexts('stopBook')
  const [name, choose] = useState<Link['names'][number] | null>(null)
  const sending = useMutation({
    mutationFn: (body: { nameId: number; pin: string }) => call(chooseOperator, { body }),
    onSuccess: ({ pass }) => chosen(pass),
  })
  const send = (nameId: number, pin: string) => {
    if (!sending.isPending) sending.mutate({ nameId, pin })
  }
  const failed = sending.error && (
    <p className={styles.failed} role="alert">
      <IconAlertTriangle size={24} stroke={1.75} aria-hidden="true" />
      <span>
        {failureText(sending.error)} {nextTry(sending.error, link.zone)}
      </span>
    </p>
  )
  return (
    <main id="main" className={styles.page}>
      <p className={styles.place}>
        <BrandMark size={28} />
        {link.clientName} · {link.label}
      </p>
      {name ? (
        <PinPad
          key={sending.submittedAt}
          name={name.name}
          busy={sending.isPending}
          send={(pin) => send(name.id, pin)}
          back={() => {
            sending.reset()
            choose(null)
          }}
        >
          {failed}
        </PinPad>
      ) : (
        <>
          <h1>{say('whoAreYou')}</h1>
          {failed}
          {link.names.length === 0 ? (
            <p className={styles.hint}>{say('noNames')}</p>
          ) : (
            <ul className={styles.names}>
              {link.names.map((each) => (
                <li key={each.id}>
                  <button
                    type="button"
                    onClick={() => (link.pin ? choose(each) : send(each.id, ''))}
                  >
                    <span aria-hidden="true">{each.name.slice(0, 1).toUpperCase()}</span>
                    {each.name}
                  </button>
                </li>
              ))}
            </ul>
          )}
          <p className={styles.hint}>{say('nameHint')}</p>
        </>
      )}
    </main>
  )
}

/** When one more PIN can be tried, where the server says so. */
function nextTry(error: unknown, zone: string): string {
  const at = error instanceof CallFailed && error.fields.find(({ field }) => field === 'nextAt')
  return at
    ? textsOf('stopBook')('pinNextAt', { time: formatClock(new Date(at.message), zone) })
    : ''
}
