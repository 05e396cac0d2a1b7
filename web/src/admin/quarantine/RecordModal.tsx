import { Button } from '@mantine/core'
import type { QuarantinedRecord } from '@packboard/contract'
import { noFigure } from '@packboard/model'
import { useRef } from 'react'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconCopy } from '../../icons/furtherIcons.ts'
import { IconCheck } from '../../icons/icons.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useCopy } from '../../ui/useCopy.ts'
import { reasonWord, sourceWord } from './quarantineWords.ts'
import styles from './RecordModal.module.css'
import { SendAgainButton } from './SendAgainButton.tsx'
import { SentAgainNote } from './SentAgainNote.tsx'
import { useSendAgain } from './useSendAgain.ts'

/** A quarantined record, as it arrived. */
export function RecordModal({
  clientId,
  record,
  opened,
  onClose,
}: {
  clientId: number
  record: QuarantinedRecord
  opened: boolean
  onClose: () => void
}) {
  const say = useTexts('quarantine')
  const sayMend = useTexts('connection')
  const { serialNo, receivedAt, reason, detail, source, raw, characters } = record
  const sending = useSendAgain(clientId, { ids: [record.id] })
  const text = useRef<HTMLPreElement>(null)
  const { copied, copy } = useCopy(raw, () => {
    if (text.current) window.getSelection()?.selectAllChildren(text.current)
  })
  const Icon = copied === 'yes' ? IconCheck : IconCopy
  const shown = [...raw].length
  return (
    <Dialog
      title={say('record')}
      side={serialNo}
      width={680}
      {...{ opened, onClose }}
      foot={
        <>
          {reason !== 'cut' && <SendAgainButton {...{ sending }} />}
          <Button variant="default" onClick={onClose}>
            {say('done')}
          </Button>
          <Button leftSection={<Icon size={16} stroke={1.75} />} onClick={() => void copy()}>
            {say(copied === 'yes' ? 'copied' : 'copy')}
          </Button>
        </>
      }
    >
      <div className={styles.record}>
        <SentAgainNote {...{ sending }} />
        <dl className={styles.facts}>
          <div>
            <dt>{say('received')}</dt>
            <dd>
              <DateTime at={receivedAt} />
            </dd>
          </div>
          <div>
            <dt>{say('source')}</dt>
            <dd>{sourceWord(say, source)}</dd>
          </div>
          <div>
            <dt>{say('reason')}</dt>
            <dd>{reasonWord(say, reason)}</dd>
          </div>
          <div>
            <dt>{say('detail')}</dt>
            <dd>{detail || noFigure}</dd>
          </div>
        </dl>
        <div>
          <pre ref={text} className={styles.raw}>
            {raw}
          </pre>
          <p className={styles.about} role="status">
            {copied === 'byHand' && say('copyByHand')}
          </p>
        </div>
        {reason === 'cut' && <p className={styles.about}>{sayMend('mend.cut')}</p>}
        {shown < characters && (
          <p className={styles.about}>
            {say('beginning', { shown: formatCount(shown), count: formatCount(characters) })}
          </p>
        )}
      </div>
    </Dialog>
  )
}
