import { useEffect } from 'react'
import type { ChatSide } from '#features/community/chat/unread.api.ts'

interface Open {
  side: ChatSide
  groupid: string | undefined
}

let open: Open | undefined

/** The id of the conversation on the screen. Its messages are visible, so other parts show no message about them. */
export const openConversationId = () => (document.visibilityState === 'visible' ? open : undefined)

export function useOpenConversation(side: ChatSide, groupid: string | undefined) {
  useEffect(() => {
    const here = { side, groupid }
    open = here
    return () => {
      if (open === here) open = undefined
    }
  }, [side, groupid])
}
