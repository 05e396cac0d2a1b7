import type { ClientMachine } from '@packboard/contract'
import { useTexts } from '../i18n/useTexts.ts'
import { IconChevronRight } from '../icons/icons.ts'
import { TopBar } from '../shell/TopBar.tsx'
import styles from './LineChoice.module.css'
import shared from './Shared.module.css'

/** Chosen once: the line whose machines this tablet or phone is for. */
export function LineChoice({
  lines,
  choose,
}: {
  lines: ReadonlyMap<string, readonly ClientMachine[]>
  choose: (line: string) => void
}) {
  const say = useTexts('stopBook')
  return (
    <>
      <TopBar />
      <main id="main" className={styles.choose} tabIndex={-1}>
        <h1>{say('chooseLine')}</h1>
        <p className={shared.sentence}>{say('chooseLineHint')}</p>
        <ul className={styles.lines}>
          {[...lines].map(([name, machines]) => (
            <li key={name}>
              <button type="button" className={styles.line} onClick={() => choose(name)}>
                <b>{name === '' ? say('noLine') : name}</b>
                <span>{machines.map(({ machineId }) => machineId).join(', ')}</span>
                <IconChevronRight size={24} stroke={1.75} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      </main>
    </>
  )
}
