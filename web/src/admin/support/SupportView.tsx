import { Button } from '@mantine/core'
import { supportBundle } from '@packboard/contract'
import { callForFile, failureText } from '../../api/call.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconDownload } from '../../icons/icons.ts'
import { ErrorNote } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useDownload } from '../../ui/saveFile.ts'
import { bundleFile } from './bundleFile.ts'
import styles from './SupportView.module.css'

const within = ['versions', 'settings', 'health', 'counts', 'questions', 'log'] as const
const without = ['names', 'records', 'secrets'] as const

/** The file that an admin sends to the person who helps: what is in it, what is not, and the button that saves it. */
export function SupportView() {
  const say = useTexts('support')
  const taking = useDownload('', async () => bundleFile(await callForFile(supportBundle, {})))
  return (
    <Panel title={say('title')}>
      <div className={styles.view}>
        <p>{say('what')}</p>
        <div className={styles.lists}>
          <Contents title={say('within')} lines={within.map((key) => say(key))} />
          <Contents title={say('without')} lines={without.map((key) => say(key))} />
        </div>
        {taking.isError && <ErrorNote>{failureText(taking.error)}</ErrorNote>}
        <div>
          <Button
            leftSection={<IconDownload size={16} />}
            loading={taking.isPending}
            onClick={() => taking.mutate()}
          >
            {say('download')}
          </Button>
        </div>
        <p>{say('look')}</p>
      </div>
    </Panel>
  )
}

function Contents({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
