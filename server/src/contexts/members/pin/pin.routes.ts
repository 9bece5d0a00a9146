import { pinCalls } from '@lapak/contract/members/pin'
import type { Routes } from '#http/http.ts'
import { changePin, type PinDeps } from './pin.ts'

export function pinRoutes(routes: Routes, deps: PinDeps) {
  routes.on(pinCalls.change, ({ body, caller }) => changePin(deps, caller, body))
}
