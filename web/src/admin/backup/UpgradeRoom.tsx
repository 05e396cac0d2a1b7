import type { Upgrades } from '@packboard/contract'
import { useSize } from '../../i18n/useSize.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconAlertTriangle } from '../../icons/icons.ts'
import styles from './BackupView.module.css'

/** Whether the copy before the next upgrade finds room. */
export function UpgradeRoom({ room }: { room: Upgrades['room'] }) {
  const say = useTexts('backup')
  const size = useSize()
  if (!room) return <>{say('roomElsewhere')}</>
  const { bytes, freeBytes, isEnough } = room
  return (
    <>
      {say('roomOf', { size: size(bytes), free: size(freeBytes) })}
      <small className={isEnough ? '' : styles.failed}>
        {!isEnough && <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />}
        {say(isEnough ? 'roomEnough' : 'roomTight')}
      </small>
    </>
  )
}
