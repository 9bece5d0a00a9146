import { locationCalls } from '@lapak/contract/system/locations'
import type { Routes } from '#http/http.ts'
import { locations } from './locations.ts'

export function locationRoutes(routes: Routes) {
  routes.on(locationCalls.provinces, async () => {
    const { provinces } = await locations()
    return provinces.map(({ id, name }) => ({ provinceid: id, provincename: name }))
  })
  routes.on(locationCalls.cities, async ({ query }) => {
    const { citiesOf } = await locations()
    return citiesOf(query.provinceid).map(({ id, name }) => ({ cityid: id, cityname: name }))
  })
  routes.on(locationCalls.districts, async ({ query }) => {
    const { districtsOf } = await locations()
    return districtsOf(query.cityid).map(({ id, name }) => ({ districtid: id, districtname: name }))
  })
}
