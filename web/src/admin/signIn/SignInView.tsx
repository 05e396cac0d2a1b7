import { Textarea, TextInput } from '@mantine/core'
import { type SignInSettings, setSignInSettings, signInSettings } from '@packboard/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CallFailed, call, failureText } from '../../api/call.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Loadable } from '../../ui/Loadable.tsx'
import { ErrorNote } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import styles from '../limits/LimitsView.module.css'

const settingsQuery = queryOptions({
  queryKey: ['panel', 'signIn'],
  queryFn: ({ signal }) => call(signInSettings, {}, signal),
})

/** What an administrator sets of sign-ins: the notice before them, and how long sessions stay open without use. */
export function SignInView() {
  const say = useTexts('account')
  const query = useQuery(settingsQuery)
  return (
    <Loadable query={query} emptyText={say('notAvailable')} isEmpty={() => false} saysLoading>
      {(settings) => <SettingsForm key={settings.version} settings={settings} />}
    </Loadable>
  )
}

/** An empty field is null; a wrong one is undefined. */
function minutesOf(entered: string): number | null | undefined {
  const text = entered.trim()
  if (text === '') return null
  const minutes = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  return minutes >= 5 && minutes <= 10_080 ? minutes : undefined
}

function SettingsForm({ settings }: { settings: SignInSettings }) {
  const say = useTexts('account')
  const panel = useTexts('panel')
  const queries = useQueryClient()
  const [notice, setNotice] = useState(settings.notice)
  const [idle, setIdle] = useState(String(settings.idleMinutes ?? ''))
  const [checked, setChecked] = useState(false)
  const idleMinutes = minutesOf(idle)
  const saving = useMutation({
    mutationFn: () =>
      call(setSignInSettings, {
        body: { notice, idleMinutes: idleMinutes ?? null, version: settings.version },
      }),
    onSuccess: () => {
      showToast(panel('success'))
      void queries.invalidateQueries({ queryKey: settingsQuery.queryKey })
      void queries.invalidateQueries({ queryKey: ['provider'] })
    },
    onError: (error) => {
      showToast(failureText(error), true)
      // Another person saved first: the form starts again from what is there.
      if (error instanceof CallFailed && error.status === 409) {
        void queries.invalidateQueries({ queryKey: settingsQuery.queryKey })
      }
    },
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!saving.isPending && idleMinutes !== undefined) saving.mutate()
  }
  return (
    <Panel title={say('settingsTitle')}>
      <form className={styles.form} noValidate autoComplete="off" onSubmit={save}>
        {saving.isError && <ErrorNote>{failureText(saving.error)}</ErrorNote>}
        <p className={styles.what}>{say('settingsWhat')}</p>
        <p className={styles.what}>{say(`mode.${settings.mode}`)}</p>
        <div className={styles.fields}>
          <Textarea
            label={say('notice')}
            description={say('noticeHint')}
            rows={6}
            maxLength={2_000}
            value={notice}
            onChange={(event) => setNotice(event.currentTarget.value)}
          />
          <TextInput
            label={say('idle')}
            description={say('idleHint')}
            inputMode="numeric"
            maxLength={5}
            error={checked && idleMinutes === undefined && say('idleWrong')}
            value={idle}
            onChange={(event) => setIdle(event.currentTarget.value)}
          />
        </div>
        <div>
          <BusyButton type="submit" busy={saving.isPending ? panel('updating') : null}>
            {panel('update')}
          </BusyButton>
        </div>
      </form>
    </Panel>
  )
}
