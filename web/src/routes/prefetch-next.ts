import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Whoever asks for few bytes is sent none on suspicion. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Where most go next: from the lobby to the purchases, and back there from everywhere else. Its files come while nothing else is to do. */
export function usePrefetchNext() {
  const router = useRouter()
  const atHome = useLocation({ select: ({ pathname }) => pathname === '/home' || pathname === '/' })
  useEffect(() => {
    if (savesData()) return
    // What cannot be fetched now is fetched when it is wanted.
    void router.preloadRoute({ to: atHome ? '/trxpembelian' : '/home' }).catch(() => undefined)
  }, [router, atHome])
}
