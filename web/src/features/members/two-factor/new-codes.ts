/**
 * Recovery codes created when two-factor authentication is switched on. The server has ended the session, so they are passed from the profile to the
 * screen that shows them once. Only in memory: they must not be written to browser storage.
 */
let held: string[] | null = null

export const holdNewCodes = (codes: string[]) => {
  held = codes
}
export const newCodes = () => held
export const forgetNewCodes = () => {
  held = null
}
