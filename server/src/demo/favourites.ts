import { demoBuyers } from './people.ts'

export interface DemoFavourite {
  by: string
  name: string
  /** As an order of the product keeps it. */
  target: string
  productCode: string
}

const [buyer = ''] = demoBuyers.map(({ email }) => email)

/** Whom the first buyer's cashier buys for every week. */
export const demoFavourites: readonly DemoFavourite[] = [
  { by: buyer, name: 'Ibu Sari', target: '14208813377', productCode: 'PLN50' },
  { by: buyer, name: 'Mbak Rina', target: '085790224416', productCode: 'DANA50' },
  { by: buyer, name: 'Pak Budi', target: '081290117745', productCode: 'S10' },
]
