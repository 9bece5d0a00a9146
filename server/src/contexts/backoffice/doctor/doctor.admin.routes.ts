import { doctorCalls } from '@lapak/contract/backoffice/doctor'
import type { Routes } from '#http/http.ts'
import { type DoctorDeps, examine } from './doctor.ts'

export function doctorAdminRoutes(routes: Routes, deps: DoctorDeps) {
  routes.on(doctorCalls.run, async () => (await examine(deps)).map(({ name, state, id }) => ({ nama: name, keadaan: state, pesan: id })))
}
