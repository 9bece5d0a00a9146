import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'

let app: TestApp
let who: TestMember
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  who = await app.member()
})
afterAll(() => app?.stop())

const get = async (url: string): Promise<Json> => app.call('GET', `/api/v1/location/${url}`, { token: who.token })

test('lists every province by name, in the usual spelling [B-API-30, B-ENT-08]', async () => {
  const { status, body } = await get('province')
  expect(status).toBe(200)
  expect(body.data).toHaveLength(38)
  expect(body.data).toContainEqual({ provinceid: 35, provincename: 'Jawa Timur' })
  expect(body.data).toContainEqual({ provinceid: 31, provincename: 'DKI Jakarta' })
  expect(body.data).toContainEqual({ provinceid: 34, provincename: 'DI Yogyakarta' })
  const names = body.data.map((row: Json) => row.provincename)
  expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'id')))
})

test('lists the cities of a province [B-API-31, B-ENT-09]', async () => {
  const { body } = await get('city?provinceid=35')
  expect(body.data).toHaveLength(38)
  expect(body.data).toContainEqual({ cityid: 3515, cityname: 'Kabupaten Sidoarjo' })
  expect(body.data).toContainEqual({ cityid: 3578, cityname: 'Kota Surabaya' })
  expect(body.data[0].cityname).toBe('Kabupaten Bangkalan')
})

test('lists the districts of a city [B-API-32, B-ENT-10]', async () => {
  const { body } = await get('district?cityid=3515')
  expect(body.data).toHaveLength(18)
  expect(body.data).toContainEqual({ districtid: 351518, districtname: 'Waru' })
})

test('every city of every province has districts', async () => {
  const provinces = (await get('province')).body.data
  for (const { provinceid } of provinces) {
    const cities = (await get(`city?provinceid=${provinceid}`)).body.data
    expect(cities.length).toBeGreaterThan(0)
    for (const { cityid } of cities) {
      expect(String(cityid)).toMatch(new RegExp(`^${provinceid}\\d\\d$`))
      expect((await get(`district?cityid=${cityid}`)).body.data.length).toBeGreaterThan(0)
    }
  }
})

test('returns an empty list for areas without parts, and refuses invalid numbers', async () => {
  for (const url of ['city?provinceid=99', 'city?provinceid=3515', 'district?cityid=35', 'district?cityid=999999999999999'])
    expect(await get(url)).toMatchObject({ status: 200, body: { data: [] } })
  for (const url of ['city', 'city?provinceid=jatim', 'district?cityid=-1', 'district?cityid='])
    expect(await get(url)).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
})

test('requires a signed-in member', async () => {
  for (const url of ['province', 'city?provinceid=35', 'district?cityid=3515'])
    expect((await app.call('GET', `/api/v1/location/${url}`)).status).toBe(401)
})
