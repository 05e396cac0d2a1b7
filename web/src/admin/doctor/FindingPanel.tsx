import type { DictionaryFindingWire } from '@packboard/contract'
import { useTexts } from '../../i18n/useTexts.ts'
import { Panel } from '../../ui/Panel.tsx'
import { DictionaryFinding } from './DictionaryFinding.tsx'

/** The dictionary of a machine on the page of its connection. */
export function FindingPanel({
  machineId,
  finding,
  className,
}: {
  machineId: number
  finding: DictionaryFindingWire
  className: string | undefined
}) {
  const say = useTexts('doctor')
  return (
    <Panel title={say('title')} className={className}>
      <DictionaryFinding {...{ machineId, finding }} />
    </Panel>
  )
}
