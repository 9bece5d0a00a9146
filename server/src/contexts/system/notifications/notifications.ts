export { wantsNotification } from './choices.ts'
export { type Hour, hourLabel, notifyHours } from './hours.ts'
export { type MemberNotification, notifyAdmins, notifyMembers, pushToBrowsers } from './notify.ts'
export { quietEnd } from './quiet.ts'
