import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconCopy } from '../icons/furtherIcons.ts'
import { IconCheck, IconDownload } from '../icons/icons.ts'
import { saveFile } from '../ui/saveFile.ts'
import { useCopy } from '../ui/useCopy.ts'
import styles from './RecoveryCodes.module.css'

/** Ten codes for the day on which the device is lost: they are shown this once. */
export function RecoveryCodes({
  codes,
  username,
  done,
}: {
  codes: readonly string[]
  username: string
  done: () => void
}) {
  const say = useTexts('account')
  const list = useRef<HTMLUListElement>(null)
  const text = codes.join('\n')
  const { copied, copy } = useCopy(text, () => {
    if (list.current) window.getSelection()?.selectAllChildren(list.current)
  })
  const save = () => {
    const content = new Blob([`Packboard, ${username}\n\n${text}\n`], { type: 'text/plain' })
    saveFile('packboard-recovery-codes.txt', content)
  }
  return (
    <div className={styles.parts}>
      <p>{say('codesLead')}</p>
      <ul ref={list} className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.ways}>
        <Button
          variant="default"
          leftSection={copied === 'yes' ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={() => void copy()}
        >
          {say(copied === 'yes' ? 'copied' : 'copy')}
        </Button>
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={save}>
          {say('saveCodes')}
        </Button>
      </div>
      <p className={styles.once} role="status">
        {say(copied === 'byHand' ? 'copyByHand' : 'codesOnce')}
      </p>
      <Button size="md" fullWidth onClick={done}>
        {say('codesKept')}
      </Button>
    </div>
  )
}
