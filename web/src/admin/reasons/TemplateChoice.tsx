import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/useTexts.ts'
import { nameIn, reasonTree } from '../../reasons/reasonTree.ts'
import { type StoredReason, useLanguage } from '../../reasons/useReasons.ts'
import { Loadable } from '../../ui/Loadable.tsx'
import styles from './Reasons.module.css'
import { templatesQuery } from './storedReasons.ts'

/** Lists to begin with, the most fitting one for the client's machines first. Nothing is stored until it is saved. */
export function TemplateChoice({
  clientId,
  choose,
}: {
  clientId: number
  choose: (reasons: readonly Omit<StoredReason, 'used' | 'used30Days'>[]) => void
}) {
  const say = useTexts('stopBook')
  const language = useLanguage()
  const query = useQuery(templatesQuery(clientId))
  return (
    <div className={styles.templates}>
      <p>{say('beginWith')}</p>
      <Loadable query={query} isEmpty={(templates) => templates.length === 0} saysLoading>
        {(templates) => (
          <ul>
            {templates.map(({ key, machineTypes, reasons }) => (
              <li key={key}>
                <h3>{say(`template.${key}`)}</h3>
                <p>{say('templateReasons', { count: reasons.length })}</p>
                {machineTypes.length > 0 && (
                  <p>{say('templateFits', { types: machineTypes.join(', ') })}</p>
                )}
                <p className={styles.hint}>
                  {reasonTree(reasons)
                    .map(({ top }) => nameIn(top.name, language))
                    .join(', ')}
                </p>
                <Button
                  variant="default"
                  aria-label={say('useTemplateOf', { name: say(`template.${key}`) })}
                  onClick={() => choose(reasons)}
                >
                  {say('useTemplate')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loadable>
    </div>
  )
}
