import { colourSchemes } from '@packboard/model'
import { useTexts } from '../i18n/useTexts.ts'
import { IconMoon, IconSun } from '../icons/icons.ts'
import { useColourScheme, useShownScheme } from '../theme/colourScheme.ts'
import { ChoiceMenu } from './ChoiceMenu.tsx'
import { keepLooks } from './keepLooks.ts'

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
      icon={<Icon size={16} stroke={1.75} aria-hidden="true" />}
      pictured
      choose={(colourScheme) => {
        choose(colourScheme)
        keepLooks({ colourScheme })
      }}
      {...{ choices, chosen, opens }}
    />
  )
}
