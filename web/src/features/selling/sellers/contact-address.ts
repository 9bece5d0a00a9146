const messenger = /^(?:https?:\/\/)?(?:www\.)?(t\.me|wa\.me)\/(\+?\w{3,64})\/?$/i
const telegramName = /^@([a-z]\w{4,31})$/i
const localNumber = /^(?:\+?62|0)(8\d{7,12})$/

/**
 * Where a contact leads: Telegram or WhatsApp, the two that the field is for. Anything else a seller may have typed is
 * only shown, so that nobody is sent to an address of a stranger's choosing.
 */
export function contactAddress(contact: string): string | null {
  const text = contact.trim()
  const [, host, path] = messenger.exec(text) ?? []
  if (host && path) return `https://${host.toLowerCase()}/${path}`
  const name = telegramName.exec(text)?.[1]
  if (name) return `https://t.me/${name}`
  const number = localNumber.exec(text.replace(/[\s().-]/g, ''))?.[1]
  return number ? `https://wa.me/62${number}` : null
}
