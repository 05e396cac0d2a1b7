import { Button } from '@mantine/core'
import { cancelRecordFile, type RecordFileRow } from '@packboard/contract'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ConfirmModal } from '../../crud/ConfirmModal.tsx'
import { useTexts } from '../../i18n/useTexts.ts'

/** Ends an import after a question. */
export function CancelFile({
  clientId,
  file,
  word,
  changed,
}: {
  clientId: number
  file: Pick<RecordFileRow, 'id' | 'name'>
  /** The word of the button; Cancel where there is none. */
  word?: string
  changed: () => unknown
}) {
  const say = useTexts('recordFiles')
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {word ?? say('cancel')}
      </Button>
      <ConfirmModal
        title={word ?? say('cancel')}
        confirm={word ?? say('cancel')}
        busy={say('checking')}
        consequence={say('cancelSure')}
        send={() => call(cancelRecordFile, { params: { clientId, fileId: file.id } })}
        done={() => void changed()}
        failed={() => void changed()}
        opened={opened}
        onClose={() => setOpened(false)}
      >
        <p>{file.name}</p>
      </ConfirmModal>
    </>
  )
}
