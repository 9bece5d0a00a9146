import { ownOfSession } from '#lib/session.ts'

/* What is half written, by conversation. Telephones close pages that are not looked at, so it is kept beyond the page. */

const store = ownOfSession('chat-drafts')

function read(): Record<string, string> {
  try {
    return JSON.parse(store.read() ?? '{}')
  } catch {
    // Written by hand: nothing was being written.
    return {}
  }
}

export const draftOf = (conversation: string): string => read()[conversation] ?? ''

export function keepDraft(conversation: string, text: string) {
  const { [conversation]: _, ...others } = read()
  const drafts = text === '' ? others : { ...others, [conversation]: text }
  store.write(Object.keys(drafts).length > 0 ? JSON.stringify(drafts) : null)
}
