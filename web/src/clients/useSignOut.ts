import { signOut as signOutCall } from '@packboard/contract'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { call } from '../api/call.ts'
import { chooseClient } from '../session/chosenClient.ts'
import { signOut } from '../session/session.ts'

/** Ends the session, here and at the server, and leads to the sign-in. */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  return useCallback(() => {
    call(signOutCall, {}).catch(() => {}) // without a network the session still ends here
    chooseClient(null)
    signOut()
    void navigate({ to: '/auth/login' })
  }, [navigate])
}
