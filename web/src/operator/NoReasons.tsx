import { Link } from '@tanstack/react-router'
import { useTexts } from '../i18n/useTexts.ts'
import { useSession } from '../session/useSession.ts'
import shared from './Shared.module.css'

/** The client has no reasons, so nothing can be chosen; who may add them finds the way. */
export function NoReasons() {
  const say = useTexts('stopBook')
  const mayAdd = useSession()?.permissions.setShifts === true
  return (
    <div className={shared.acts}>
      <p className={shared.sentence}>{say(mayAdd ? 'noReasonsYet' : 'noReasons')}</p>
      {mayAdd && (
        <Link to="/admin/panel" search={{ view: 'reasons' }} className={shared.small ?? ''}>
          {say('addReasons')}
        </Link>
      )}
    </div>
  )
}
