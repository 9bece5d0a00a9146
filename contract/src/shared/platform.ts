/** What members read instead of the name of an administrator. By itself, so that the menu's first screen loads nothing of the chat. */
export const platformName = 'Customer Service'
