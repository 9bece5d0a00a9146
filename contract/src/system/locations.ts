import { z } from 'zod'
import { call } from '../shared/call.ts'
import { rowId, rowIdText } from '../shared/wire.ts'

/** Ids are the official codes of the Ministry of Home Affairs without dots: 35, 3515, 351518. */
export const province = z.object({ provinceid: rowId, provincename: z.string() })
export const city = z.object({ cityid: rowId, cityname: z.string() })
export const district = z.object({ districtid: rowId, districtname: z.string() })

export const locationCalls = {
  provinces: call('GET', '/api/v1/location/province', {
    summary: 'List provinces',
    access: 'member',
    compressed: true,
    data: z.array(province),
  }),
  cities: call('GET', '/api/v1/location/city', {
    summary: 'List the cities and regencies of a province',
    access: 'member',
    compressed: true,
    query: z.object({ provinceid: rowIdText }),
    data: z.array(city),
  }),
  districts: call('GET', '/api/v1/location/district', {
    summary: 'List the districts of a city',
    access: 'member',
    compressed: true,
    query: z.object({ cityid: rowIdText }),
    data: z.array(district),
  }),
}
