import { useNavigate } from '@tanstack/react-router'
import { closeSession } from '#lib/session.ts'
import { showSuccess } from '#ui/snackbar.ts'

/** Redirects to /login with a success message, after an action that ended every session. */
export function useRedirectToSignIn() {
  const navigate = useNavigate()
  return async (msg: string) => {
    closeSession()
    showSuccess(msg)
    await navigate({ to: '/login', replace: true, ignoreBlocker: true })
  }
}
