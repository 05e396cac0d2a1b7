import { Button } from '@mantine/core'
import { companySession, finishCompany } from '@packboard/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useLoaderData, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call, failureText } from '../api/call.ts'
import { wordsOfCode } from '../i18n/failureWords.ts'
import { textsOf, useTexts } from '../i18n/useTexts.ts'
import type { Arrival, CompanyTrip } from '../session/companyTrip.ts'
import { keepSession } from '../session/session.ts'
import { triedKey } from '../session/triedCompany.ts'
import { wantedPage } from '../session/wantedPage.ts'
import { ErrorNote } from '../ui/Message.tsx'
import { showToast } from '../ui/Toasts.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import styles from './LoginScreen.module.css'

const startPage = '/admin/index'

/**
 * Where the browser comes back to from the page of a company: fetches what it said, with the secret of this tab, and opens the page that
 * was wanted. What went wrong is said here.
 */
export function CompanyScreen() {
  const say = useTexts('companySignIn')
  usePageTitle(say('withCompany'))
  const router = useRouter()
  const queries = useQueryClient()
  // The router loads the page again when the session begins; what came is read once.
  const loaded = useLoaderData({ from: '/auth/company' })
  const [{ code, failed, trip }] = useState<Arrival>(loaded)
  const fetching = useMutation({
    mutationFn: async ({ code, trip }: { code: string; trip: CompanyTrip }) => {
      const { secret, purpose, back } = trip
      if (purpose === 'signIn') {
        const session = await call(companySession, { body: { code, secret } })
        return { session, page: wantedPage(back) ?? startPage }
      }
      const done = await call(finishCompany, { body: { code, secret } })
      if (done.kind === 'try') queries.setQueryData(triedKey, done)
      else showToast(textsOf('companySignIn')(done.kind === 'link' ? 'linked' : 'confirmed'))
      return { session: null, page: back ?? startPage }
    },
    onSuccess: ({ session, page }) => {
      if (session) keepSession(session)
      router.history.replace(page)
    },
  })
  const { mutate } = fetching
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || code === null || trip === null) return
    begun.current = true
    mutate({ code, trip })
  }, [code, trip, mutate])

  const refusal = fetching.isError
    ? failureText(fetching.error)
    : failed !== null
      ? wordsOfCode(failed)
      : code === null || trip === null
        ? say('lost')
        : null
  return (
    <>
      <h1 className={styles.title}>{say('withCompany')}</h1>
      {refusal === null ? (
        <p className={styles.lead} role="status">
          {say('waiting')}
        </p>
      ) : (
        <div className={styles.form}>
          <ErrorNote>{refusal}</ErrorNote>
          <Button size="md" fullWidth onClick={() => router.history.replace(backOf(trip))}>
            {say(trip?.purpose === 'signIn' || trip === null ? 'again' : 'back')}
          </Button>
        </div>
      )}
      {refusal === null && (
        <p className={styles.after}>
          <Link to="/auth/login">{say('toLogin')}</Link>
        </p>
      )}
    </>
  )
}

/** Where a person begins again: at the login, or on the page that it came from. */
const backOf = (trip: CompanyTrip | null) =>
  trip === null || trip.purpose === 'signIn' ? '/auth/login' : (trip.back ?? startPage)
