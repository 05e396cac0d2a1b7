import type { RecordMapping } from '@packboard/contract'
import { machineStates } from '@packboard/model'
import { stateWord } from '../../i18n/stateWords.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { Panel } from '../../ui/Panel.tsx'
import { OneChoice } from './OneChoice.tsx'
import styles from './RecordFiles.module.css'

/** Which machine state a word of the file means, for words that are none. */
export function StateWords({
  mapping,
  words,
  set,
}: {
  mapping: RecordMapping
  words: readonly string[]
  set: (changes: Partial<RecordMapping>) => void
}) {
  const say = useTexts('recordFiles')
  const states = useTexts('states')
  const all = [...new Set([...Object.keys(mapping.states), ...words])]
  if (mapping.kind !== 'sample' || all.length === 0) return null
  const choices = machineStates.map(({ code }) => ({
    value: String(code),
    label: stateWord(code, states),
  }))
  return (
    <Panel title={say('states')} sub={say('statesHint')}>
      <div className={styles.grid}>
        {all.map((word) => (
          <OneChoice
            key={word}
            label={word}
            value={mapping.states[word] ?? null}
            choices={choices}
            choose={(code) => set({ states: { ...mapping.states, [word]: code } })}
          />
        ))}
      </div>
    </Panel>
  )
}
