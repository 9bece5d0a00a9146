/** Name shown to members in place of an administrator's name. In a file of its own, so that the first screen does not load the chat. */
export const platformName = 'Customer Service'
