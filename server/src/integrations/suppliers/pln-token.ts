/** A PLN token as sellers write it into the serial number: `token/name/tariff/power/kWh`. */
export interface PlnToken {
  /** Twenty digits in groups of four, as customers type them into the meter. */
  token: string
  name: string
  tariff: string
  power: string
  kwh: string
}

/** The labels of labelled parts; a part with another label ('PLNREF:…', 'RPTOKEN:…') is ignored. */
const labels: Readonly<Record<string, keyof PlnToken>> = {
  ...{
    token: 'token',
    stroom: 'token',
    'no token': 'token',
    nama: 'name',
    name: 'name',
    tarif: 'tariff',
    tariff: 'tariff',
    gol: 'tariff',
    td: 'tariff',
  },
  ...{ 'tarif daya': 'tariff', daya: 'power', power: 'power', kwh: 'kwh', 'jml kwh': 'kwh' },
}

/** A labelled part: 'NAMA:MINI'. */
const labelled = /^\s*([a-z]+(?: [a-z]+)?)\s*[:=]\s*(.*)$/i
/** What the token cost, which some servers write among its parts: 'RP50000'. */
const price = /^\s*rp\.?\s*\d[\d.,]*\s*$/i
const tariffForm = /^[A-Z]{1,2}-?\d?[A-Z]{0,3}$/i
const powerForm = /^[\d.]{3,9}\s*(?:VA)?$/i
const energyForm = /^(\d{1,7}(?:[.,]\d{1,4})?)\s*(?:kwh)?\.?$/i
/** Tariff and power in one part: 'R1M-900VA', 'R1 1300'. */
const tariffAndPower = /^([A-Z]{1,2}\d?[A-Z]{0,3})[ -]+([\d.]{3,9}\s*(?:VA)?)$/i

/** Null if the serial number is not a PLN token. The name may contain slashes, so it is everything that remains in the middle. */
export function parsePlnToken(serialNumber: string): PlnToken | null {
  const named = new Map<keyof PlnToken, string>()
  const inOrder: string[] = []
  for (const part of serialNumber.slice(0, 300).split('/')) {
    const [, label, value = ''] = labelled.exec(part) ?? []
    const name = label === undefined ? undefined : labels[label.toLowerCase()]
    if ((label !== undefined && name === undefined) || price.test(part)) continue
    const values = bothOf((label === undefined ? part : value).trim())
    if (name !== undefined) named.set(name, values[0] ?? '')
    if (name === 'tariff' && values[1] !== undefined) named.set('power', values[1])
    inOrder.push(...values)
  }
  const end = inOrder.findLastIndex((_, at) => isEnd(inOrder.slice(at)))
  const [tariff, power, kwh] = end < 0 ? [named.get('tariff'), named.get('power'), named.get('kwh')] : inOrder.slice(end)
  const name = named.get('name') ?? inOrder.slice(1, Math.max(end, 1)).join('/')
  const digits = (named.get('token') ?? inOrder[0] ?? '').replace(/[\s.-]/g, '')
  const energy = energyForm.exec(kwh ?? '')?.[1]
  if (!/^\d{20}$/.test(digits) || name === '' || tariff === undefined || power === undefined || energy === undefined) return null
  return { token: digits.match(/\d{4}/g)?.join('-') ?? digits, name, tariff, power, kwh: energy }
}

const isEnd = ([tariff = '', power = '', kwh = '']: readonly string[]): boolean =>
  tariffForm.test(tariff) && powerForm.test(power) && energyForm.test(kwh)

function bothOf(part: string): string[] {
  const [, tariff, power] = tariffAndPower.exec(part) ?? []
  return tariff !== undefined && power !== undefined ? [tariff, power] : [part]
}
