/** A PLN token as sellers write it into the serial number: `token/name/tariff/power/kWh`. */
export interface PlnToken {
  /** Twenty digits in groups of four, the way customers type it into the meter. */
  token: string
  name: string
  tariff: string
  power: string
  kwh: string
}

/** Null for every serial number that is not a PLN token. The name may hold slashes itself, so it is what remains in the middle. */
export function parsePlnToken(serialNumber: string): PlnToken | null {
  const parts = serialNumber
    .slice(0, 300)
    .split('/')
    .map((part) => part.trim())
  const [first, ...rest] = parts
  const [tariff, power, kwh] = rest.slice(-3)
  const name = rest.slice(0, -3).join('/')
  if (first === undefined || tariff === undefined || power === undefined || kwh === undefined) return null

  const digits = first.replace(/^token\s*:?/i, '').replace(/[\s-]/g, '')
  const energy = /^(\d{1,7}(?:[.,]\d{1,4})?)\s*(?:kwh)?\.?$/i.exec(kwh)?.[1]
  if (!/^\d{20}$/.test(digits) || name === '' || energy === undefined) return null
  if (!/^[A-Z]{1,2}-?\d?[A-Z]{0,3}$/i.test(tariff) || !/^[\d.]{3,9}\s*(?:VA)?$/i.test(power)) return null
  return { token: digits.match(/\d{4}/g)?.join('-') ?? digits, name, tariff, power, kwh: energy }
}
