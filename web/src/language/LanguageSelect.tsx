import { IconWorld } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import styles from './LanguageSelect.module.css'
import { chooseLanguage, currentLanguage, watchLanguage } from './language.ts'
import { isLanguage, type Language, languages } from './languages.ts'
import { useTexts } from './useTexts.ts'

const choices = Object.entries(languages)

/** The language of the screens. Each language stands under its own name, so that whoever reads only that one finds it. */
export function LanguageSelect() {
  const { language } = useSyncExternalStore(watchLanguage, currentLanguage)
  const say = useTexts('ui')
  const [failed, setFailed] = useState(false)
  const choose = (chosen: Language) => {
    setFailed(false)
    chooseLanguage(chosen).catch(() => setFailed(true))
  }
  return (
    <span className={styles.language}>
      {failed && <span role="alert">{say('languageFailed')}</span>}
      <label className={styles.choice}>
        <IconWorld size={16} stroke={1.75} aria-hidden="true" />
        <span className="spoken">{say('language')}</span>
        <select
          value={language}
          onChange={({ currentTarget: { value } }) => isLanguage(value) && choose(value)}
        >
          {choices.map(([each, { name }]) => (
            <option key={each} value={each} lang={each}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </span>
  )
}
