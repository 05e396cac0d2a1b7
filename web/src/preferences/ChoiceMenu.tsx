import type { Looks } from '@packboard/contract'
import { colourSchemes, isLanguage, type Language, languages } from '@packboard/model'
import { type ReactNode, useId, useRef, useState, useSyncExternalStore } from 'react'
import { chooseLanguage, currentLanguage, watchLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconCheck, IconMoon, IconSun, IconWorld } from '../icons/icons.ts'
import { currentSession } from '../session/session.ts'
import { useColourScheme, useShownScheme } from '../theme/colourScheme.ts'
import styles from './ChoiceMenu.module.css'

/** One of a few things of which one holds; `lang` where its name is in another language. */
type Choice<Key extends string> = {
  readonly key: Key
  readonly name: string
  readonly lang?: string
}

/** A button with the name of what holds, and a list of what else there is. */
export function ChoiceMenu<Key extends string>({
  label,
  spoken,
  icon,
  choices,
  chosen,
  choose,
  failure,
  opens,
  pictured = false,
}: {
  /** What is chosen, for screen readers: `Language`. */
  label: string
  /** What is chosen and what holds: `Language: English`. */
  spoken: string
  icon: ReactNode
  choices: readonly Choice<Key>[]
  chosen: Key
  choose: (key: Key) => void
  /** Why the last choice could not be made. */
  failure?: string | undefined
  opens: 'up' | 'down'
  /** The icon says it alone, where there is little room. */
  pictured?: boolean
}) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const list = useId()
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <fieldset
      className={styles.menu}
      data-pictured={pictured}
      aria-label={label}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape' && open) close()
      }}
    >
      {failure !== undefined && <span role="alert">{failure}</span>}
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        aria-expanded={open}
        aria-controls={list}
        aria-label={spoken}
        onClick={() => setOpen(!open)}
      >
        {icon}
        <span className={styles.name}>{choices.find(({ key }) => key === chosen)?.name}</span>
      </button>
      <ul id={list} className={styles.list} data-opens={opens} hidden={!open}>
        {open &&
          choices.map(({ key, name, lang }) => (
            <li key={key}>
              <button
                type="button"
                lang={lang}
                aria-current={key === chosen}
                onClick={() => {
                  close()
                  choose(key)
                }}
              >
                {name}
                {key === chosen && <IconCheck size={16} />}
              </button>
            </li>
          ))}
      </ul>
    </fieldset>
  )
}

/** Dark, light or as the device is set: kept in this browser, and for the signed-in person on every device. */
export function ColourSchemeMenu({ opens = 'up' }: { opens?: 'up' | 'down' }) {
  const say = useTexts('ui')
  const { chosen, choose } = useColourScheme()
  const Icon = useShownScheme() === 'dark' ? IconMoon : IconSun
  const choices = colourSchemes.map((key) => ({ key, name: say(key) }))
  return (
    <ChoiceMenu
      label={say('colours')}
      spoken={say('coloursAre', { name: say(chosen) })}
      icon={<Icon size={16} />}
      pictured
      choose={(colourScheme) => {
        choose(colourScheme)
        keepLooks({ colourScheme })
      }}
      {...{ choices, chosen, opens }}
    />
  )
}

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
      icon={<IconWorld size={16} />}
      failure={failed ? say('languageFailed') : undefined}
      chosen={language}
      {...{ choices, choose, opens }}
    />
  )
}

/**
 * Stores a choice for the signed-in person. It is shown already and kept in this browser: where it cannot be stored, it holds here, and
 * the next choice is stored.
 */
export function keepLooks(chosen: Partial<Looks>): void {
  if (currentSession() === null) return
  // The call is loaded with the first choice: no page waits for it.
  void import('./storeLooks.ts').then(({ storeLooks }) => storeLooks(chosen)).catch(() => undefined)
}
