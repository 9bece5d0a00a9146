import { getDistricts, getProvinces, getRegencies } from 'idn-area-data'

export interface Area {
  id: bigint
  name: string
}

/** Province, city and district of an address; each may be missing. */
export interface Place {
  provinceid: bigint | null
  cityid: bigint | null
  districtid: bigint | null
}

export interface Locations {
  provinces: readonly Area[]
  /** An empty list for an unknown province. */
  citiesOf(provinceId: bigint): readonly Area[]
  districtsOf(cityId: bigint): readonly Area[]
  /** Whether all given parts exist and lie within the level above. An empty place is valid too. */
  isPlace(place: Place): boolean
  /** Null for a part that is missing or does not exist. */
  namesOf(place: Place): { province: string | null; city: string | null; district: string | null }
  /** "Waru, Kabupaten Sidoarjo, Jawa Timur"; null when nothing is given. */
  nameOf(place: Place): string | null
}

let loading: Promise<Locations> | null = null

/** The official list does not change while a process runs, so it is read once, when first needed. */
export function readLocations(): Promise<Locations> {
  loading ??= load().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

async function load(): Promise<Locations> {
  const [provinceRows, cityRows, districtRows] = await Promise.all([getProvinces(), getRegencies(), getDistricts()])
  const provinces = sorted(provinceRows.filter(complete).map(({ code, name }) => ({ id: idOf(code), name: provinceName(name) })))
  const cities = byParent(
    cityRows
      .filter(complete)
      .map(({ code, name, province_code }) => ({ id: idOf(code), name: titleCase(name), parent: idOf(province_code) })),
  )
  // Districts already have the usual spelling.
  const districts = byParent(
    districtRows.filter(complete).map(({ code, name, regency_code }) => ({ id: idOf(code), name, parent: idOf(regency_code) })),
  )
  const citiesOf = (provinceId: bigint) => cities.get(provinceId) ?? []
  const districtsOf = (cityId: bigint) => districts.get(cityId) ?? []

  /** The parts of a place that exist and lie within the level above, from the province down. */
  function found({ provinceid, cityid, districtid }: Place) {
    const province = provinces.find(({ id }) => id === provinceid)
    const city = province && citiesOf(province.id).find(({ id }) => id === cityid)
    const district = city && districtsOf(city.id).find(({ id }) => id === districtid)
    return { province, city, district }
  }

  return {
    provinces,
    citiesOf,
    districtsOf,
    isPlace(place) {
      const { province, city, district } = found(place)
      return (
        place.provinceid === (province?.id ?? null) && place.cityid === (city?.id ?? null) && place.districtid === (district?.id ?? null)
      )
    },
    namesOf(place) {
      const { province, city, district } = found(place)
      return { province: province?.name ?? null, city: city?.name ?? null, district: district?.name ?? null }
    },
    nameOf(place) {
      const { province, city, district } = found(place)
      return [district, city, province].flatMap((area) => area?.name ?? []).join(', ') || null
    },
  }
}

/** The end of the file is parsed as a row without fields. */
const complete = (row: { code: string; name?: string }) => Boolean(row.name)

/** 35.15.18 becomes 351518: the codes of the three levels have two, four and six digits, so that they never collide. */
const idOf = (code: string) => BigInt(code.replaceAll('.', ''))

const provinceNames: Record<string, string> = { 'DKI JAKARTA': 'DKI Jakarta', 'DAERAH ISTIMEWA YOGYAKARTA': 'DI Yogyakarta' }
const provinceName = (name: string) => provinceNames[name] ?? titleCase(name)
const titleCase = (name: string) => name.toLowerCase().replace(/(?<=^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase())

const sorted = <Row extends Area>(rows: Row[]) => rows.sort((one, other) => one.name.localeCompare(other.name, 'id'))

function byParent(rows: (Area & { parent: bigint })[]): Map<bigint, Area[]> {
  const children = new Map<bigint, Area[]>()
  for (const { id, name, parent } of sorted(rows)) {
    const siblings = children.get(parent)
    if (siblings) siblings.push({ id, name })
    else children.set(parent, [{ id, name }])
  }
  return children
}
