import { Button, TextInput } from '@mantine/core'
import {
  type Confirmation,
  type ConfirmOptions,
  confirmByCompany,
  type PasskeyRequest,
} from '@packboard/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { CallFailed, call, failureText } from '../api/call.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconFingerprint, IconListCheck } from '../icons/furtherIcons.ts'
import { IconBuildingFactory2, IconChevronRight, IconLock } from '../icons/icons.ts'
import { thisPage, travel } from '../session/companyTrip.ts'
import { ErrorNote } from '../ui/Message.tsx'
import { PasswordField, textOf } from '../ui/PasswordField.tsx'
import { CodeField, codeDigits } from './CodeField.tsx'
import { signOnDevice } from './passkeyDevice.ts'
import styles from './ShowFactor.module.css'

type Method = ConfirmOptions['methods'][number]

/** What is shown of a person, first what is quickest. */
const order: readonly Method[] = ['totp', 'passkey', 'password', 'recoveryCode', 'company']

/**
 * Asks for one of the factors that a person has: the code of the app, a passkey, a recovery code, or the password; in a session of a company
 * sign-in the company confirms. What fails stays here with its reason.
 */
export function ShowFactor({
  methods,
  show,
  request,
  submit,
  lead,
}: {
  methods: readonly Method[]
  /** Sends what was shown; rejects with the reason where it is refused. */
  show: (shown: Confirmation) => Promise<unknown>
  /** What a passkey has to sign now. */
  request: () => Promise<PasskeyRequest>
  /** The words of the button. */
  submit: string
  /** What stands above the way that is chosen. */
  lead?: (method: Method) => ReactNode
}) {
  const say = useTexts('account')
  const offered = order.filter((method) => methods.includes(method))
  const [chosen, choose] = useState<Method | undefined>(offered[0])
  const [code, setCode] = useState('')
  const showing = useMutation({
    mutationFn: (way: () => Promise<unknown>) => way(),
    // The digits are of no use any more.
    onError: () => setCode(''),
  })
  const send = (shown: Confirmation) => showing.mutate(() => show(shown))
  const signByPasskey = () =>
    showing.mutate(async () => show({ assertion: await signOnDevice(await request()) }))
  const typed = (digits: string) => {
    setCode(digits)
    if (digits.length === codeDigits && !showing.isPending) send({ code: digits })
  }
  const sendCode = () =>
    showing.mutate(async () => {
      if (code.length < codeDigits) throw new CallFailed(0, say('sixDigits'))
      return show({ code })
    })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    if (chosen === 'totp') sendCode()
    else if (chosen === 'passkey') signByPasskey()
    else if (chosen === 'company') showing.mutate(confirmAtCompany)
    else if (chosen === 'recoveryCode') send({ recoveryCode: textOf(fields, 'recoveryCode') })
    else if (chosen === 'password') send({ password: textOf(fields, 'password') })
  }
  const others = offered.filter((method) => method !== chosen)
  const words = chosen === 'company' ? say('companyInstead') : submit
  if (chosen === undefined) return <p className={styles.lead}>{say('noMethodHere')}</p>
  return (
    <>
      {lead?.(chosen)}
      <form className={styles.form} onSubmit={onSubmit}>
        {showing.isError && <ErrorNote>{failureText(showing.error)}</ErrorNote>}
        {chosen === 'totp' && <CodeField label={say('codeOfApp')} value={code} change={typed} />}
        {chosen === 'passkey' && <p className={styles.lead}>{say('passkeyLead')}</p>}
        {chosen === 'company' && <p className={styles.lead}>{say('confirmByCompany')}</p>}
        {chosen === 'recoveryCode' && (
          <TextInput
            ref={focused}
            name="recoveryCode"
            size="md"
            label={say('recoveryCode')}
            description={say('recoveryCodeHint')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
          />
        )}
        {chosen === 'password' && (
          <PasswordField label={say('password')} name="password" autoComplete="current-password" />
        )}
        <Button type="submit" size="md" fullWidth loading={showing.isPending}>
          {chosen === 'passkey' ? say('usePasskey') : words}
        </Button>
      </form>
      {others.length > 0 && (
        <ul className={styles.others}>
          {others.map((method) => {
            const Icon = icons[method]
            return (
              <li key={method}>
                <button
                  type="button"
                  disabled={showing.isPending}
                  onClick={() => {
                    showing.reset()
                    choose(method)
                    if (method === 'passkey') signByPasskey()
                  }}
                >
                  <Icon size={20} />
                  <span>{say(`${method}Instead`)}</span>
                  <IconChevronRight size={18} />
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

/** What appears by a press gets the focus. */
const focused = (field: HTMLInputElement | null) => field?.focus()

/** The company confirms who it is; the person comes back to this page and repeats what it wanted. */
const confirmAtCompany = () =>
  travel({ purpose: 'confirm', back: thisPage() }, async (challenge) => {
    return (await call(confirmByCompany, { body: { challenge } })).address
  })

const icons = {
  totp: IconLock,
  passkey: IconFingerprint,
  recoveryCode: IconListCheck,
  password: IconLock,
  company: IconBuildingFactory2,
} as const satisfies Record<Method, unknown>
