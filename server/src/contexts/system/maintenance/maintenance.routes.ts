import { maintenanceCalls } from '@lapak/contract/system/maintenance'
import type { Routes } from '#http/http.ts'
import type { Maintenance } from './maintenance.ts'

export function maintenanceRoutes(routes: Routes, { maintenance }: { maintenance: Maintenance }) {
  routes.on(maintenanceCalls.read, () => {
    const notice = maintenance.announced(new Date())
    return notice && { text: notice.text, awal: notice.from_at, akhir: notice.until_at, jedapesanan: notice.pauses_orders }
  })
}
