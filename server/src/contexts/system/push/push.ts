export { type RefusingService, refusingServices } from './push.queries.ts'
export { identityOf } from './push.rules.ts'
export { createSender } from './send.ts'
export { havingDevices, pushNotifications } from './send-push.ts'
