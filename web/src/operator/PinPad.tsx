import { type ReactNode, useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconArrowLeft } from '../icons/furtherIcons.ts'
import { IconCheck, IconX } from '../icons/icons.ts'
import styles from './PinPad.module.css'
import shared from './Shared.module.css'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const [shortest, longest] = [4, 8]

/** Keys for gloves: no keyboard opens. A keyboard works, too. */
export function PinPad({
  name,
  busy,
  send,
  back,
  children,
}: {
  name: string
  busy: boolean
  send: (pin: string) => void
  back: () => void
  children: ReactNode
}) {
  const say = useTexts('stopBook')
  const [pin, setPin] = useState('')
  const add = (digit: string) => setPin((typed) => (typed + digit).slice(0, longest))
  const drop = () => setPin((typed) => typed.slice(0, -1))
  const ready = pin.length >= shortest && !busy
  const key = (digit: string) => (
    <button key={digit} type="button" className={styles.key} onClick={() => add(digit)}>
      {digit}
    </button>
  )
  return (
    <form
      className={styles.pad}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) send(pin)
      }}
    >
      <h1>{say('pinOf', { name })}</h1>
      <input
        className={styles.typed}
        type="password"
        inputMode="none"
        autoComplete="off"
        aria-label={say('pin')}
        value={pin}
        maxLength={longest}
        onChange={(event) => setPin(event.currentTarget.value.replaceAll(/\D/g, ''))}
      />
      {children}
      <div className={styles.keys}>
        {digits.map(key)}
        <button type="button" className={styles.key} aria-label={say('dropDigit')} onClick={drop}>
          <IconX size={28} stroke={1.75} aria-hidden="true" />
        </button>
        {key('0')}
        <button type="submit" className={styles.key} data-primary disabled={!ready}>
          <IconCheck size={32} stroke={2.25} aria-hidden="true" />
          <span className="spoken">{say('confirm')}</span>
        </button>
      </div>
      <button type="button" className={shared.small} onClick={back}>
        <IconArrowLeft size={22} stroke={1.75} aria-hidden="true" />
        {say('back')}
      </button>
    </form>
  )
}
