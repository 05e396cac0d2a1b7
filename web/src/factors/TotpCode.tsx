import { Button } from '@mantine/core'
import { useState } from 'react'
import { renderSVG } from 'uqr'
import { useTexts } from '../i18n/useTexts.ts'
import { ErrorNote } from '../ui/Message.tsx'
import { CodeField, codeDigits } from './CodeField.tsx'
import styles from './TotpCode.module.css'

/** The picture of a new authenticator app, its secret as text, and the field for its first code. */
export function TotpCode({
  made: { secret, uri },
  busy,
  send,
}: {
  made: { readonly secret: string; readonly uri: string }
  busy: boolean
  /** Sends the code; `wrong` where it is refused. */
  send: (code: string, wrong: () => void) => void
}) {
  const say = useTexts('account')
  const [code, setCode] = useState('')
  const [isShown, show] = useState(false)
  const [isShort, setShort] = useState(false)
  const sendCode = (digits: string) => send(digits, () => setCode(''))
  const typed = (digits: string) => {
    setCode(digits)
    setShort(false)
    if (digits.length === codeDigits && !busy) sendCode(digits)
  }
  return (
    <form
      className={styles.parts}
      onSubmit={(event) => {
        event.preventDefault()
        if (code.length === codeDigits) sendCode(code)
        else setShort(true)
      }}
    >
      <p>{say('scan')}</p>
      <img
        className={styles.picture}
        alt={say('qrCode')}
        src={`data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`}
      />
      {isShown ? (
        <p className={styles.secret}>
          <span>{say('typeSecret')}</span>
          <code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
      ) : (
        <button type="button" className={styles.link} onClick={() => show(true)}>
          {say('cannotScan')}
        </button>
      )}
      {isShort && <ErrorNote>{say('sixDigits')}</ErrorNote>}
      {/* What was pressed is gone, so the field gets the focus anew. */}
      <CodeField
        key={`${isShown} ${isShort}`}
        label={say('codeOfApp')}
        value={code}
        change={typed}
      />
      <Button type="submit" size="md" fullWidth loading={busy}>
        {say('switchOn')}
      </Button>
    </form>
  )
}
