import { useNavigate } from '@tanstack/react-router'
import { closeSession } from '#lib/session.ts'
import { sayDone } from '#ui/snackbar.ts'

/** To /login with good news, after work that ended every session. */
export function useSignInAgain() {
  const navigate = useNavigate()
  return async (msg: string) => {
    closeSession()
    sayDone(msg)
    await navigate({ to: '/login', replace: true, ignoreBlocker: true })
  }
}
