import { Button } from '@mantine/core'
import { importPlan, type RefusedPlanLine } from '@packboard/contract'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { CsvImport } from '../../crud/CsvImport.tsx'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconUpload } from '../../icons/furtherIcons.ts'
import { showToast } from '../../ui/toasts.ts'
import { planRefusalWords } from './planRefusalWords.ts'

const fields = 'Line, ValidFrom, Weekday, StartDate, From, EndDate, To, Kind, Note'

/** The button that imports weeks and exceptions from a CSV file, which is tried first. */
export function ImportPlan({
  clientId,
  disabled,
  done,
}: {
  clientId: number
  /** What is not saved would be lost. */
  disabled: boolean
  done: () => unknown
}) {
  const say = useTexts('plan')
  const panel = useTexts('panel')
  const [times, setTimes] = useState(0)
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUpload size={16} stroke={1.75} aria-hidden="true" />}
        disabled={disabled}
        {...(disabled && { title: say('importFirst') })}
        onClick={() => {
          setTimes(times + 1)
          setOpened(true)
        }}
      >
        {panel('importCsv')}
      </Button>
      <CsvImport
        key={times}
        title={say('importTitle')}
        hint={say('importHint', { fields })}
        send={(csv, dryRun) => call(importPlan, { params: { clientId }, body: { csv, dryRun } })}
        fits={({ added, changed, unchanged }) =>
          say('importFound', {
            added: formatCount(added),
            changed: formatCount(changed),
            unchanged: formatCount(unchanged),
          })
        }
        isNothing={({ added, changed }) => added + changed === 0}
        refusalOf={(each: RefusedPlanLine) => planRefusalWords(say, panel, each)}
        done={() => {
          showToast(say('saved'))
          done()
        }}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </>
  )
}
