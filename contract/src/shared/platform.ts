/**
 * Name that members see instead of an administrator's name. It is in a file of its own, so that the first screen does not load the code of the chat.
 */
export const platformName = 'Customer Service'
