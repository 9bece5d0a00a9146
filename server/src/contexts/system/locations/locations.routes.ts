import { locationCalls } from '@lapak/contract/system/locations'
import type { Routes } from '#http/http.ts'
import { readLocations } from './locations.ts'

export function locationRoutes(routes: Routes) {
  routes.on(locationCalls.provinces, async () => {
    const { provinces } = await readLocations()
    return provinces.map(({ id, name }) => ({ provinceid: id, provincename: name }))
  })
  routes.on(locationCalls.cities, async ({ query }) => {
    const { citiesOf } = await readLocations()
    return citiesOf(query.provinceid).map(({ id, name }) => ({ cityid: id, cityname: name }))
  })
  routes.on(locationCalls.districts, async ({ query }) => {
    const { districtsOf } = await readLocations()
    return districtsOf(query.cityid).map(({ id, name }) => ({ districtid: id, districtname: name }))
  })
}
