import { doctorCalls } from '@lapak/contract/backoffice/doctor'
import type { Routes } from '#http/http.ts'

export function doctorRoutes(routes: Routes) {
  routes.on(doctorCalls.seen, ({ request }) => ({ address: request.ip }))
}
