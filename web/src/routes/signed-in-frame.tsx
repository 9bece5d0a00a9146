import '#ui/styles-signed-in.ts'
import { ModalsProvider } from '@mantine/modals'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { profileQuery } from '#features/access/access.api.ts'
import { useUser } from '#features/access/use-user.ts'
import { UserMenu } from '#features/access/user-menu.tsx'
import { BalanceDisplay } from '#features/wallet/balance-display.tsx'
import { ApiError } from '#lib/api-error.ts'
import { openLine } from '#lib/realtime.ts'
import { leave, useSession } from '#lib/session.ts'
import { BottomBar, SecondToolbar } from '#routes/navigation.tsx'
import { NavigationFailed } from '#routes/navigation-failed.tsx'
import classes from '#routes/signed-in-frame.module.css'
import { Wordmark } from '#ui/wordmark.tsx'

/** Top bar, second toolbar and, on phones, the bottom bar around every screen behind the sign-in. */
export function SignedInFrame() {
  const session = useSession()
  const user = useUser()
  const profileError = useFreshProfile()
  useLine(session?.token, session?.user.id)
  // Without a user the page is being left, or what is stored is of an older version and the fresh profile is on its way.
  if (!user) return profileError && <NavigationFailed />
  const { complete, member } = user
  const ready = complete && member.syaratketentuan
  return (
    <ModalsProvider>
      <a href="#isi" className={classes.skip}>
        Langsung ke isi
      </a>
      <header className={classes.top}>
        <div className={classes.inner}>
          <Link to="/home" aria-label="Lapak, ke halaman awal" className={classes.logo}>
            <Wordmark height={28} />
          </Link>
          <div className={classes.right}>
            {complete && <BalanceDisplay />}
            <UserMenu />
          </div>
        </div>
      </header>
      {ready && <SecondToolbar />}
      <main id="isi" className={classes.content} data-bottom-bar={ready || undefined} tabIndex={-1}>
        <Outlet />
      </main>
      {ready && <BottomBar />}
    </ModalsProvider>
  )
}

/** What is kept of the user may be of yesterday. A server that refuses the profile ends the session; a lost network does not. */
function useFreshProfile() {
  const { error } = useQuery(profileQuery)
  useEffect(() => {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) leave(error.message)
  }, [error])
  return error
}

function useLine(token: string | undefined, userId: number | undefined) {
  const userid = userId?.toString()
  useEffect(() => {
    if (token && userid) return openLine({ token, userid })
  }, [token, userid])
}
