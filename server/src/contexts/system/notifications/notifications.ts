export { wants } from './choices.ts'
export { giveAdministrators, giveNotice, type Notice, tellBrowsers } from './give.ts'
export { type Hour, hourWords, tellHours } from './hours.ts'
export { quietEnd } from './quiet.ts'
