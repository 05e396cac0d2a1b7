import { TextInput } from '@mantine/core'
import { type Limits, setLimits } from '@packboard/contract'
import type { LimitName } from '@packboard/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CallFailed, call, failureText } from '../../api/call.ts'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { showToast } from '../../ui/toasts.ts'
import styles from './LimitsView.module.css'
import { limitsQuery } from './limitsQuery.ts'

/** Each limit, with the setting of the environment that is its default. */
const settings: Readonly<Record<LimitName, string>> = {
  deviceMegabytesPerDay: 'DEVICE_MB_PER_DAY',
  quarantineRecords: 'QUARANTINE_RECORDS',
  quarantineMegabytes: 'QUARANTINE_MB',
}
const names = ['deviceMegabytesPerDay', 'quarantineRecords', 'quarantineMegabytes'] as const

type Entered = Readonly<Record<LimitName, string>>

/** An empty field is the default; a wrong one is undefined. */
function numberOf(entered: string, { min, max }: { min: number; max: number }) {
  const text = entered.trim()
  if (text === '') return null
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  return number >= min && number <= max ? number : undefined
}

export function LimitsForm({ limits }: { limits: Limits }) {
  const say = useTexts('limits')
  const panel = useTexts('panel')
  const queries = useQueryClient()
  const shown = (name: LimitName) => String(limits[name].set ?? '')
  const [entered, setEntered] = useState<Entered>(() => ({
    deviceMegabytesPerDay: shown('deviceMegabytesPerDay'),
    quarantineRecords: shown('quarantineRecords'),
    quarantineMegabytes: shown('quarantineMegabytes'),
  }))
  const [checked, setChecked] = useState(false)
  const number = (name: LimitName) => numberOf(entered[name], limits[name])
  const saving = useMutation({
    mutationFn: () =>
      call(setLimits, {
        body: {
          deviceMegabytesPerDay: number('deviceMegabytesPerDay') ?? null,
          quarantineRecords: number('quarantineRecords') ?? null,
          quarantineMegabytes: number('quarantineMegabytes') ?? null,
          version: limits.version,
        },
      }),
    onSuccess: () => {
      showToast(panel('success'))
      void queries.invalidateQueries({ queryKey: ['panel'] })
    },
    onError: (error) => {
      showToast(failureText(error), true)
      // Another person saved first: the form starts again from what is there.
      if (error instanceof CallFailed && error.status === 409) {
        void queries.invalidateQueries({ queryKey: limitsQuery.queryKey })
      }
    },
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!saving.isPending && names.every((name) => number(name) !== undefined)) saving.mutate()
  }
  return (
    <Panel title={say('title')}>
      <form className={styles.form} noValidate autoComplete="off" onSubmit={save}>
        {saving.isError && <ErrorNote>{failureText(saving.error)}</ErrorNote>}
        <p className={styles.what}>{say('what')}</p>
        <div className={styles.fields}>
          {names.map((name) => {
            const { value, min, max } = limits[name]
            const range = { min: formatCount(min), max: formatCount(max) }
            return (
              <TextInput
                key={name}
                label={say(name)}
                inputMode="numeric"
                placeholder={String(limits[name].default)}
                maxLength={6}
                description={
                  <>
                    <b>{say('inForce', { value: formatCount(value) })}</b>
                    {say(`${name}Hint`)}{' '}
                    {say('default', {
                      value: formatCount(limits[name].default),
                      setting: settings[name],
                    })}
                  </>
                }
                inputWrapperOrder={['label', 'input', 'error', 'description']}
                error={checked && number(name) === undefined && say('outside', range)}
                value={entered[name]}
                onChange={(event) => setEntered({ ...entered, [name]: event.currentTarget.value })}
              />
            )
          })}
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
