import { useState, useSyncExternalStore } from 'react'
import { chooseLanguage, currentLanguage, watchLanguage } from '../i18n/language.ts'
import { isLanguage, type Language, languages } from '../i18n/languages.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconWorld } from '../icons/icons.ts'
import { ChoiceMenu } from './ChoiceMenu.tsx'

/** Each language is listed under its own name, so that its readers find it. */
const choices = Object.keys(languages)
  .filter(isLanguage)
  .map((key) => ({ key, name: languages[key].name, lang: key }))

/** The language of the screens. */
export function LanguageMenu({ opens = 'up' }: { opens?: 'up' | 'down' }) {
  const { language } = useSyncExternalStore(watchLanguage, currentLanguage)
  const say = useTexts('ui')
  const [failed, setFailed] = useState(false)
  const choose = (chosen: Language) => {
    setFailed(false)
    chooseLanguage(chosen).catch(() => setFailed(true))
  }
  return (
    <ChoiceMenu
      label={say('language')}
      spoken={say('languageIs', { name: languages[language].name })}
      icon={<IconWorld size={16} stroke={1.75} aria-hidden="true" />}
      failure={failed ? say('languageFailed') : undefined}
      chosen={language}
      {...{ choices, choose, opens }}
    />
  )
}
