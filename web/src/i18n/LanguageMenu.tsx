import { useId, useRef, useState, useSyncExternalStore } from 'react'
import { IconCheck, IconWorld } from '../icons/icons.ts'
import styles from './LanguageMenu.module.css'
import { chooseLanguage, currentLanguage, watchLanguage } from './language.ts'
import { isLanguage, type Language, languages } from './languages.ts'
import { useTexts } from './useTexts.ts'

const choices = Object.keys(languages).filter(isLanguage)

/** The language of the screens. Each language is listed under its own name, so that its readers find it. */
export function LanguageMenu({ opens = 'up' }: { opens?: 'up' | 'down' }) {
  const { language } = useSyncExternalStore(watchLanguage, currentLanguage)
  const say = useTexts('ui')
  const [open, setOpen] = useState(false)
  const [failed, setFailed] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const list = useId()
  const choose = (chosen: Language) => {
    setFailed(false)
    setOpen(false)
    opener.current?.focus()
    chooseLanguage(chosen).catch(() => setFailed(true))
  }
  return (
    <fieldset
      className={styles.language}
      aria-label={say('language')}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !open) return
        setOpen(false)
        opener.current?.focus()
      }}
    >
      {failed && <span role="alert">{say('languageFailed')}</span>}
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        aria-expanded={open}
        aria-controls={list}
        aria-label={say('languageIs', { name: languages[language].name })}
        onClick={() => setOpen(!open)}
      >
        <IconWorld size={16} stroke={1.75} aria-hidden="true" />
        {languages[language].name}
      </button>
      <ul id={list} className={styles.list} data-opens={opens} hidden={!open}>
        {open &&
          choices.map((each) => (
            <li key={each}>
              <button
                type="button"
                lang={each}
                aria-current={each === language}
                onClick={() => choose(each)}
              >
                {languages[each].name}
                {each === language && <IconCheck size={16} stroke={1.75} aria-hidden="true" />}
              </button>
            </li>
          ))}
      </ul>
    </fieldset>
  )
}
