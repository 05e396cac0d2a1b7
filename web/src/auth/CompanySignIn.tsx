import { Button, TextInput } from '@mantine/core'
import { findCompany } from '@packboard/contract'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call, failureText } from '../api/call.ts'
import { textsOf, useTexts } from '../i18n/useTexts.ts'
import { IconBuildingFactory2 } from '../icons/icons.ts'
import { mayTravel, travel } from '../session/companyTrip.ts'
import { useProvider } from '../shell/provider.ts'
import { ErrorNote } from '../ui/Message.tsx'
import styles from './CompanySignIn.module.css'

/**
 * Below the form of the login: one press where there is one company, else it asks for the address and finds the company by its domain.
 * `typed` is the user name of a sign-in that was refused.
 */
export function CompanySignIn({ typed }: { typed: string }) {
  const say = useTexts('companySignIn')
  const { company } = useProvider()
  const wanted = useLocation({ select: ({ state }) => state.wanted })
  const [asks, setAsks] = useState(false)
  const going = useMutation({
    mutationFn: async (email: string | null) => {
      const found = email === null ? company : await call(findCompany, { body: { email } })
      const start = found?.start ?? null
      // Which addresses have an account is not said: none of them has a company here.
      if (start === null) throw new Error(textsOf('companySignIn')('notFound'))
      await travel({ purpose: 'signIn', back: wanted ?? null }, (challenge) => {
        return `${start}?challenge=${challenge}`
      })
    },
  })
  if (company === null || !mayTravel()) return null
  const press = () => (company.start === null ? setAsks(true) : going.mutate(null))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    going.mutate(String(new FormData(event.currentTarget).get('email') ?? '').trim())
  }
  const address = typed.includes('@') ? typed : ''
  return (
    <div className={styles.company}>
      <p className={styles.or} aria-hidden="true">
        {say('or')}
      </p>
      {going.isError && <ErrorNote>{wordsOf(going.error)}</ErrorNote>}
      {asks ? (
        <form className={styles.ask} onSubmit={submit}>
          <AddressField address={address} />
          <Button type="submit" variant="default" size="md" fullWidth loading={going.isPending}>
            {say('go')}
          </Button>
        </form>
      ) : (
        <Button
          variant="default"
          size="md"
          fullWidth
          leftSection={<IconBuildingFactory2 size={18} />}
          loading={going.isPending}
          onClick={press}
        >
          {say('withCompany')}
        </Button>
      )}
    </div>
  )
}

/** Of our own the words, of a call those of the server. */
const wordsOf = (error: Error) => (error.name === 'Error' ? error.message : failureText(error))

/** Gets the focus as it appears: a press has opened it. */
function AddressField({ address }: { address: string }) {
  const say = useTexts('companySignIn')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <TextInput
      ref={field}
      label={say('address')}
      description={say('addressHint')}
      name="email"
      type="email"
      size="md"
      required
      withAsterisk={false}
      autoComplete="email"
      defaultValue={address}
    />
  )
}
