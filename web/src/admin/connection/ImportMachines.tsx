import { Button } from '@mantine/core'
import {
  importMachines,
  machineFileFields,
  type RefusalCode,
  type RefusedMachine,
  refusalCodes,
} from '@packboard/contract'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import modal from '../../crud/ConfirmModal.module.css'
import { CsvImport } from '../../crud/CsvImport.tsx'
import { refusalWords } from '../../crud/refusalWords.ts'
import { saveFile } from '../../export/saveFile.ts'
import { formatCount } from '../../i18n/formatNumber.ts'
import type { Say } from '../../i18n/sayIn.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconUpload } from '../../icons/furtherIcons.ts'
import { IconDownload } from '../../icons/icons.ts'
import { Dialog } from '../../ui/Dialog.tsx'

type Stored = z.output<typeof importMachines.answer>

/** The button that imports machines with their connections, and the file of their tokens. */
export function ImportMachines({ done }: { done: () => void }) {
  const say = useTexts('connection')
  const panel = useTexts('panel')
  const [times, setTimes] = useState(0)
  const [opened, setOpened] = useState(false)
  const [stored, setStored] = useState<Stored | null>(null)
  const [shown, setShown] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconUpload size={16} stroke={1.75} aria-hidden="true" />}
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
        hint={say('importHint', { fields: machineFileFields.join(', ') })}
        send={(csv, dryRun) => call(importMachines, { body: { csv, dryRun } })}
        fits={({ added }: Stored) => say('importFits', { count: added })}
        isNothing={({ added }: Stored) => added === 0}
        refusalOf={(each: RefusedMachine) => machineRefusalWords(say, panel, each)}
        done={(answer: Stored) => {
          saveTokens(answer)
          setStored(answer)
          setShown(true)
          done()
        }}
        opened={opened}
        onClose={() => setOpened(false)}
      />
      {stored && (
        <Dialog
          title={say('importTitle')}
          width={440}
          opened={shown}
          onClose={() => setShown(false)}
          foot={
            <>
              <Button
                variant="default"
                leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
                onClick={() => saveTokens(stored)}
              >
                {say('downloadTokens')}
              </Button>
              <Button onClick={() => setShown(false)}>{say('done')}</Button>
            </>
          }
        >
          <div className={modal.words}>
            <p role="status">{say('importDone', { count: stored.added })}</p>
          </div>
        </Dialog>
      )}
    </>
  )
}

function saveTokens({ tokens }: Stored) {
  const lines = tokens.map(({ client, serialNo, name, token }) =>
    [client, serialNo, name, token].map(csvCell).join(','),
  )
  const text = `${['client,serial,name,token', ...lines].join('\r\n')}\r\n`
  saveFile('tokens.csv', new Blob([text], { type: 'text/csv' }))
}

const csvCell = (text: string) =>
  /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** Why a line of machines was refused, in the language of the screen; what the connection lacks is said as its form says it. */
function machineRefusalWords(
  say: Say<'connection'>,
  panel: Say<'panel'>,
  refused: RefusedMachine,
): string {
  const { code, values, message } = refused
  if (code === 'connection') return message
  const { field = '', fields = '', cell = '', most = 0 } = values
  if (code === 'tooMany') return say('refused.tooMany', { most: formatCount(most) })
  if (isShared(code)) return refusalWords(panel, { line: refused.line, message, code, values })
  return say(`refused.${code}`, { field, fields, cell })
}

const isShared = (code: string): code is RefusalCode => refusalCodes.some((each) => each === code)
