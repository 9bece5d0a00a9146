/** Number of digits of an authenticator code. */
export const codeLength = 6

/** Length of each of the two groups of a recovery code; a dash separates them. */
export const recoveryGroupLength = 5
export const recoveryCodeExample = '7KQ2M-9XWPT'
