/** Digits of an authenticator's code. */
export const codeLength = 6

/** Two groups of so many letters and digits, such as the example; a dash between them. */
export const recoveryGroupLength = 5
export const recoveryCodeExample = '7KQ2M-9XWPT'
