/** So many accounts of the house at most. */
const accountsMax = 5

/** `name@domain:password` separated by commas; null where one is none, or there are too many or two alike. Passwords hold no comma. */
export function readAccounts(list: string): { jid: string; password: string }[] | null {
  const accounts = list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => {
      const at = one.indexOf(':')
      return { jid: one.slice(0, Math.max(at, 0)).toLowerCase(), password: one.slice(at + 1) }
    })
  const whole = accounts.every(({ jid, password }) => /^[^\s@/:]+@[^\s@/:]+$/.test(jid) && password !== '')
  const distinct = new Set(accounts.map(({ jid }) => jid)).size === accounts.length
  return whole && distinct && accounts.length <= accountsMax ? accounts : null
}
