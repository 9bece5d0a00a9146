export { wants } from './choices.ts'
export { type Hour, hourLabel, notifyHours } from './hours.ts'
export { type MemberNotification, notify, notifyAdmins, pushToBrowsers } from './notify.ts'
export { quietEnd } from './quiet.ts'
