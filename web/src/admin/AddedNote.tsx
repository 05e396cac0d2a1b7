import { Link } from '@tanstack/react-router'
import { IconButton } from '../crud/IconButton.tsx'
import styles from '../crud/panelCells.module.css'
import { useTexts } from '../i18n/useTexts.ts'
import { IconPlugConnected } from '../icons/furtherIcons.ts'
import { IconX } from '../icons/icons.ts'
import { machineSearch } from './machineSearch.ts'
import type { Added } from './useMachineForms.ts'

/** What a new machine needs next: it says nothing until it is connected. */
export function AddedNote({ added: { id, serialNo }, close }: { added: Added; close: () => void }) {
  const say = useTexts('panel')
  return (
    <div className={styles.added}>
      <span>{say('machineAdded', { name: serialNo })}</span>
      <Link to="/admin/panel" search={machineSearch(id)}>
        <IconPlugConnected size={18} />
        {say('connectIt')}
      </Link>
      <IconButton label={say('closeNote')} icon={IconX} onClick={close} />
    </div>
  )
}
