import type { Upgrades } from '@packboard/contract'
import { useSize } from '../../i18n/useSize.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { DateTime } from '../../time/DateTime.tsx'

const dayMs = 86_400_000

/** The stores as they were before the last upgrade: where, how old, how large, until when. */
export function UpgradeCopy({
  copy,
  days,
  now,
}: {
  copy: Upgrades['copy']
  /** How long a copy is kept. */
  days: number
  now: number
}) {
  const say = useTexts('backup')
  const size = useSize()
  if (!copy) return <>{say('noBefore', { days })}</>
  const age = Math.max(0, Math.floor((now - copy.madeAt.getTime()) / dayMs))
  const parts = [
    say('copyAge', { days: age }),
    ...(copy.bytes === null ? [] : [say('copySize', { size: size(copy.bytes) })]),
    ...(copy.schemas ? [say('schemasOf', copy.schemas)] : []),
  ]
  return (
    <>
      {copy.folder}
      <small>
        <DateTime at={copy.madeAt} /> · {parts.join(' · ')}
      </small>
      <small>
        {say('keptUntil')} <DateTime at={copy.keptUntil} />. {say('copyHint')}
      </small>
    </>
  )
}
