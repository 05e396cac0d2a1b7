import { type Density, densities } from '@packboard/model'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAdjustmentsHorizontal } from '../icons/icons.ts'
import { showDensity, useDensity } from '../theme/density.ts'
import { ChoiceMenu, keepLooks } from './ChoiceMenu.tsx'

/** How much room the parts of the pages have: of the signed-in person, on every device. */
export function DensityMenu({ opens = 'up' }: { opens?: 'up' | 'down' }) {
  const say = useTexts('ui')
  const chosen = useDensity()
  const choices = densities.map((key) => ({ key, name: say(key) }))
  return (
    <ChoiceMenu
      label={say('density')}
      spoken={say('densityIs', { name: say(chosen) })}
      icon={<IconAdjustmentsHorizontal size={16} />}
      pictured
      choose={chooseDensity}
      {...{ choices, chosen, opens }}
    />
  )
}

/** Shown at once, kept in this browser and stored for the person. */
export function chooseDensity(density: Density) {
  showDensity(density)
  keepLooks({ density })
}
