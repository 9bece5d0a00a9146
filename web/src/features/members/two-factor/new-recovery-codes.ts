/**
 * The recovery codes that were created when two-factor authentication was switched on. The server has ended the session, so the profile passes the
 * codes to the screen that shows them once. They are kept only in memory: they must not be written to browser storage.
 */
let held: string[] | null = null

export const setNewRecoveryCodes = (codes: string[]) => {
  held = codes
}
export const newRecoveryCodes = () => held
export const clearNewRecoveryCodes = () => {
  held = null
}
